# fish completion for rbf(1) and rbfcli(1), generated from the commands themselves by `make generate`.
# Names come from `rbf __complete` as candidate lines, which fish quotes; nothing of them is expanded or run.

@TABLES@

# Print the source of an option's value; false if the verb has no such option, or it takes none.
function __rbf_source -a verb name
    for line in (__rbf_options $verb)
        set -l parts (string split \t -- $line)
        if test $parts[1] = $name
            test -n "$parts[2]"; and echo $parts[2]
            return
        end
    end
    return 1
end

# Print candidate lines of a source; the first word of the rest is the verb.
function __rbf_offer -a source save
    for part in (string split + -- $source)
        switch $part
            case - ''
            case /
                __fish_complete_path (commandline -ct | string replace -r '^--[^=]*=' '')
            case @verbs
                __rbf_verbs
            case ':*'
                string sub -s 2 -- $part | string split ,
            case '*'
                if test -n "$save"
                    command rbf __complete $part -e $save $argv[3..] 2>/dev/null
                else
                    command rbf __complete $part $argv[3..] 2>/dev/null
                end
        end
    end
end

# Whether a word is an option, not a word of a verb or a number.
function __rbf_is_option -a word
    string match -qr '^-[^0-9.]' -- $word
end

# Print candidate lines for the word at the cursor, by the words before it.
function __rbf
    set -l verb ''
    set -l rest
    set -l save ''
    set -l next ''
    set -l ended ''
    for each in (commandline -opc)[2..]
        if test -n "$next"
            contains -- $next -e --encounter; and set save $each
            set next ''
        else if test -n "$ended"; or not __rbf_is_option $each
            if test -z "$verb"; or test $verb = odds -a (count $rest) -eq 0 && contains -- $each (__rbf_verbs | string split -f 1 \t)
                set verb $each
            else
                set -a rest $each
            end
        else if test $each = --
            set ended 1
        else if string match -q -- '--encounter=*' $each
            set save (string replace -- --encounter= '' $each)
        else if not string match -q -- '*=*' $each; and __rbf_source "$verb" $each >/dev/null
            set next $each
        end
    end
    set save (string replace -r '^~/' $HOME/ -- $save)
    set -l word (commandline -ct)
    if test -n "$next"
        __rbf_offer (__rbf_source "$verb" $next) "$save" "$verb" $rest
    else if test -z "$ended"; and string match -q -- '--*=*' $word
        set -l name (string replace -r '=.*' '' -- $word)
        for line in (__rbf_offer (__rbf_source "$verb" $name) "$save" "$verb" $rest)
            printf '%s=%s\n' $name $line
        end
    else if test -z "$ended"; and string match -q -- '-*' $word
        __rbf_options "$verb" | string replace -r '\t[^\t]*' ''
    else if test -z "$verb"
        __rbf_verbs
    else
        set -l places (__rbf_places $verb)
        set -l at (math min (count $rest) + 1, (count $places))
        test $at -gt 0; or return
        for line in (__rbf_offer "$places[$at]" "$save" "$verb" $rest)
            test -n "$ended"; or not string match -q -- '-*' $line; and printf '%s\n' $line
        end
    end
end

complete -c rbf -f -a '(__rbf)'
complete -c rbfcli -f -a '(__rbf)'
