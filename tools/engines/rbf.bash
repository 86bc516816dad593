# bash completion for rbf(1) and rbfcli(1), generated from the commands themselves by `make generate`.
# Names come from `rbf __complete`; they are only ever compared, cut and quoted, never expanded or run.
# shellcheck shell=bash

@TABLES@

# Read the words of a command line as bash will, without expanding anything.
# Sets words (all but the last), word (the last), quote (the one it leaves open),
# and kept: how much of the last word lies before position $2.
_rbf_read() {
    local line=$1 from=$2 at=0 letter begun=
    words=() word='' quote='' kept=0
    while ((at < ${#line})); do
        ((at != from)) || kept=${#word}
        letter=${line:at:1}
        case $quote$letter in
            \\ | \"\\)
                letter=${line:at+1:1}
                [[ $quote && $letter != [\"\\\$\`] ]] && word+=\\
                word+=$letter begun=1
                ((at += 1))
                ;;
            \' | \") quote=$letter begun=1 ;;
            \'\' | \"\") quote='' ;;
            [[:space:]])
                [[ $begun ]] && words+=("$word")
                word='' begun='' kept=0
                ;;
            *) word+=$letter begun=1 ;;
        esac
        ((at += 1))
    done
    ((at > from)) || kept=${#word}
}

# Sort the words: sets verb, rest (its words), save, wanted (the source of the option that waits for a value),
# option (1 if the last word may be an option).
_rbf_sort() {
    local each next=''
    verb='' rest=() save='' wanted='' option=1
    for each in "${words[@]:1}"; do
        if [[ $next ]]; then
            [[ $next == -e || $next == --encounter ]] && save=$each
            next=''
        elif [[ ! $option || $each == - || $each == -[0-9.]* || $each != -* ]]; then
            if [[ ! $verb || ($verb == odds && ${#rest[@]} -eq 0 && " $_rbf_verbs " == *" $each "*) ]]; then
                verb=$each
            else
                rest+=("$each")
            fi
        elif [[ $each == -- ]]; then
            option=''
        elif [[ $each == --encounter=* ]]; then
            save=${each#*=}
        elif [[ $each != *=* ]] && _rbf_takes_value "$each"; then
            next=$each
        fi
    done
    [[ ! $next ]] || _rbf_takes_value "$next"
    [[ $next ]] || wanted=''
    save=${save/#\~\//$HOME/}
}

# Whether an option takes a value; sets wanted to where it comes from (`-` if from nowhere).
_rbf_takes_value() {
    local options at
    _rbf_options "$verb"
    for ((at = 0; at < ${#options[@]}; at += 2)); do
        if [[ ${options[at]} == "$1" ]]; then
            wanted=${options[at + 1]}
            [[ $wanted ]]
            return
        fi
    done
    wanted=''
    return 1
}

# Add the words of a source that begin as the last word does, after what stands before them in it.
_rbf_offer() {
    local before=$1 each part parts candidates=() names=() sources
    IFS=+ read -ra sources <<<"$2"
    for part in "${sources[@]}"; do
        case $part in
            - | '') ;;
            /) compopt -o default ;;
            @verbs)
                read -ra names <<<"$_rbf_verbs"
                candidates+=("${names[@]}")
                ;;
            :*)
                IFS=, read -ra parts <<<"${part#:}"
                candidates+=("${parts[@]}")
                ;;
            *)
                mapfile -t names < <(command rbf __complete "$part" ${save:+-e "$save"} "$verb" "${rest[@]}" 2>/dev/null)
                candidates+=("${names[@]%%$'\t'*}")
                ;;
        esac
    done
    for each in "${candidates[@]}"; do
        [[ $before || ! $option || $each != -* ]] && _rbf_add "$before$each"
    done
}

# Add one candidate if it goes on as the last word has begun, quoted so that it is read as itself.
_rbf_add() {
    [[ $1 == "$word"* ]] || return
    local tail=${1:kept}
    case $quote in
        \') tail=${tail//\'/\'\\\'\'} ;;
        \")
            tail=${tail//\\/\\\\}
            tail=${tail//\"/\\\"}
            tail=${tail//\$/\\\$}
            tail=${tail//\`/\\\`}
            tail=${tail//!/\"\\!\"}
            ;;
        *) printf -v tail %q "$tail" ;;
    esac
    [[ $1 != *= ]] || compopt -o nospace
    COMPREPLY+=("$tail")
}

_rbf() {
    local words word quote kept verb rest save wanted option options places at
    local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n'
    COMPREPLY=()
    _rbf_read "$line" $((${#line} - ${#2}))
    _rbf_sort
    if [[ $wanted ]]; then
        _rbf_offer '' "$wanted"
    elif [[ $option && $word == --*=* ]]; then
        _rbf_takes_value "${word%%=*}" && _rbf_offer "${word%%=*}=" "$wanted"
    elif [[ $option && $word == -* ]]; then
        _rbf_options "$verb"
        for ((at = 0; at < ${#options[@]}; at += 2)); do
            _rbf_add "${options[at]}"
        done
    elif [[ ! $verb ]]; then
        _rbf_offer '' @verbs
    else
        _rbf_places "$verb"
        at=${#rest[@]}
        ((at < ${#places[@]})) || at=$((${#places[@]} - 1))
        ((at < 0)) || _rbf_offer '' "${places[at]}"
    fi
}

complete -F _rbf rbf rbfcli
