# Completion of cuecard in bash, also in version 3.2 and without bash-completion.
_cuecard() {
  local line=${COMP_LINE:0:COMP_POINT} words=() breaks= character typed before= value
  IFS=$' \t\n' read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  typed=${words[${#words[@]} - 1]}
  # Readline replaces what stands behind the last of these characters, not the whole word.
  for character in : = @; do
    [[ $COMP_WORDBREAKS == *"$character"* ]] && breaks+=$character
  done
  [[ -n $breaks ]] && before=${typed%"${typed##*[$breaks]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    printf -v value %q "${value#"$before"}"
    COMPREPLY+=("$value")
  done < <("${words[0]}" shell-words --typed="$typed" -- "${words[@]:1:${#words[@]}-2}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _cuecard cuecard
