# fish completion for rbf(1) and rbfcli(1). Words come from `rbf __complete` as candidate lines, which fish quotes;
# it is given the word at the cursor behind a colon and those before it. Nothing of them is expanded or run.

function __rbf
    set -l word (commandline -ct)
    for line in (command rbf __complete ":$word" (commandline -opc)[2..] 2>/dev/null)
        if string match -q -- \t'*' $line
            set -l option (string match -r '^--[^=]*=' -- $word)
            printf '%s\n' "$option"(__fish_complete_path (string replace -- "$option" '' $word))
        else
            printf '%s\n' $line
        end
    end
end

complete -c rbf -f -a '(__rbf)'
complete -c rbfcli -f -a '(__rbf)'
