#compdef cuecard
# Completion of cuecard in zsh.
_cuecard() {
  local -a words_to_follow words_to_end
  local line value description
  for line in "${(@f)$("${words[1]}" shell-words --typed="$PREFIX" -- "${(@)words[2,CURRENT-1]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    value=${${line%%$'\t'*}//:/\\:} description=${line#*$'\t'}
    if [[ $value == *= ]]; then
      words_to_follow+=("$value${description:+:$description}")
    else
      words_to_end+=("$value${description:+:$description}")
    fi
  done
  if (( $#words_to_follow + $#words_to_end == 0 )); then
    _files
    return
  fi
  _describe '' words_to_follow -S '' -- words_to_end
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
if [[ $funcstack[1] == _cuecard ]]; then
  _cuecard "$@"
else
  compdef _cuecard cuecard
fi
