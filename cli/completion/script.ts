/** The script with which bash and zsh complete a command line. */

import type { CommandHelp } from '../commandline/command.js'
import { dashed, type Options } from '../commandline/option.js'

/** The words of a command that are completed. */
export interface Completed extends Pick<CommandHelp, 'describe' | 'suggestions'> {
  readonly name: string
  readonly options: Options
}

/**
 * Returns a script that a shell reads: bash from version 3.2 on, which macOS has, and zsh, by its emulation of bash.
 */
export function completionScript(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name)
  return `# Completion of ptx-litmus in bash and zsh.
_ptx_litmus() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} prefix='' command='' offered='' i
  COMPREPLY=()
  if [[ $word == '=' ]]; then
    # bash takes the = of --option=value for a word.
    word=''
  elif [[ $before == '=' ]]; then
    before=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $word == --*=* ]]; then
    prefix=\${word%%=*}= before=\${word%%=*} word=\${word#*=}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      '=') ((i++)) ;;
      -*) ;;
      *)
        command=\${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  case "$command $before" in
${commands.flatMap(valuesOf).join('\n')}
    *)
      case "$command:$word" in
        :-*) offered='--help --version' ;;
        :*) offered='${[...names, 'help'].join(' ')}' ;;
        help:*) offered='${names.join(' ')}' ;;
${commands.flatMap(wordsOf).join('\n')}
      esac
      ;;
  esac
  # Where nothing is offered, files are.
  [[ -z $offered ]] || COMPREPLY=($(compgen -P "$prefix" -W "$offered" -- "$word"))
}
if [[ -n \${ZSH_VERSION-} ]]; then
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  autoload -Uz bashcompinit && bashcompinit
fi
complete -o bashdefault -o default -F _ptx_litmus ptx-litmus`
}

/** Returns what completion offers after an option that takes a value: some values, or nothing. */
function valuesOf({ name, options }: Completed): readonly string[] {
  const valued = Object.entries(options).flatMap(([option, { type, alias, choices, suggestions }]) => {
    const words = [option, ...(alias === undefined ? [] : [alias])].map((one) => `'${name} ${dashed(one)}'`)
    return type === 'boolean' ? [] : [{ words, offered: choices ?? suggestions ?? [] }]
  })
  const others = valued.flatMap(({ words, offered }) => (offered.length === 0 ? words : []))
  return [
    ...valued.flatMap(({ words, offered }) =>
      offered.length === 0 ? [] : [`    ${words.join(' | ')}) offered='${offered.join(' ')}' ;;`],
    ),
    ...(others.length === 0 ? [] : [`    ${others.join(' | ')}) ;;`]),
  ]
}

/** Returns what completion offers after the command: its options, or some words. */
const wordsOf = ({ name, suggestions, options }: Completed): readonly string[] => [
  `        ${name}:-*) offered='${[...Object.keys(options), 'help'].map(dashed).join(' ')}' ;;`,
  ...(suggestions === undefined ? [] : [`        ${name}:*) offered='${suggestions.join(' ')}' ;;`]),
]
