#compdef rbf rbfcli
# zsh completion for rbf(1) and rbfcli(1), generated from the commands themselves by `make generate`.
# Names come from `rbf __complete` and go to compadd as they are; nothing of them is expanded or run.

@TABLES@

# Sort the words: sets verb, rest (its words), save, wanted (the source of the option that waits for a value),
# option (1 if the present word may be an option).
_rbf_sort() {
    local each next
    for each in "${(@Q)words[2,CURRENT-1]}"; do
        if [[ -n $next ]]; then
            [[ $next == (-e|--encounter) ]] && save=$each
            next=
        elif [[ -z $option || $each == - || $each == -[0-9.]* || $each != -* ]]; then
            if [[ -z $verb ]] || [[ $verb == odds && $#rest -eq 0 && -n ${_rbf_verbs[$each]} ]]; then
                verb=$each
            else
                rest+=("$each")
            fi
        elif [[ $each == -- ]]; then
            option=
        elif [[ $each == --encounter=* ]]; then
            save=${each#*=}
        elif [[ $each != *=* ]] && _rbf_takes_value "$each"; then
            next=$each
        fi
    done
    [[ -n $next ]] && _rbf_takes_value "$next" || wanted=
    save=${save/#\~\//$HOME/}
}

# Whether an option takes a value; sets wanted to where it comes from (`-` if from nowhere).
_rbf_takes_value() {
    local name from text
    local -a options
    _rbf_options "$verb"
    for name from text in "${(@)options}"; do
        if [[ $name == "$1" ]]; then
            wanted=$from
            [[ -n $from ]]
            return
        fi
    done
    wanted=
    return 1
}

# Add candidates with what they mean; behind one that ends in = goes on the word.
_rbf_add() {
    local -a names shown
    local name text
    for name text in "$@"; do
        names+=("$name")
        shown+=("$name${text:+  -- $text}")
    done
    if [[ $#names -gt 0 && -z ${names:#*=} ]]; then
        compadd -S '' -l -d shown -a names
    else
        compadd -l -d shown -a names
    fi
}

# Add the words of a source.
_rbf_offer() {
    local part line missed=1
    local -a found lines
    for part in "${(@s:+:)1}"; do
        case $part in
            - | '') ;;
            /) _files && missed=0 ;;
            @verbs) found+=("${(@kv)_rbf_verbs}") ;;
            :*) for line in "${(@s:,:)part#:}"; do found+=("$line" ''); done ;;
            *)
                lines=("${(@f)$(command rbf __complete "$part" ${save:+-e} ${save:+"$save"} "$verb" "${(@)rest}" 2>/dev/null)}")
                for line in "${(@)lines}"; do
                    [[ -n $line && ( -z $option || $line != -* ) ]] && found+=("${line%%$'\t'*}" "${line#*$'\t'}")
                done
                ;;
        esac
    done
    _rbf_add "${(@)found}" && missed=0
    return missed
}

_rbf() {
    local verb save wanted option=1 name from text
    local -a rest places options
    _rbf_sort
    if [[ -n $wanted ]]; then
        _rbf_offer "$wanted"
    elif [[ -n $option && $PREFIX == --*=* ]]; then
        _rbf_takes_value "${PREFIX%%\=*}" && compset -P '*=' && _rbf_offer "$wanted"
    elif [[ -n $option && $PREFIX == -* ]]; then
        _rbf_options "$verb"
        local -a found
        for name from text in "${(@)options}"; do found+=("$name" "$text"); done
        _rbf_add "${(@)found}"
    elif [[ -z $verb ]]; then
        _rbf_offer @verbs
    else
        _rbf_places "$verb"
        (( $#places )) && _rbf_offer "${places[$#rest+1]-${places[-1]}}"
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _rbf "$@"
else
    compdef _rbf rbf rbfcli
fi
