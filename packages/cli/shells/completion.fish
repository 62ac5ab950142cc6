# Completion of cuecard in fish.
function __cuecard_words
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l found ($words[1] shell-words --typed="$typed" -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete --command cuecard --no-files --arguments '(__cuecard_words)'
