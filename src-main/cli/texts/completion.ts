import type { Argument, Command } from 'commander'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'

/** Completion scripts, generated from the commands. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Entry {
  /** `read`, or `keys create`. */
  readonly name: string
  readonly about: string
  /** Whether it has commands of its own. */
  readonly isGroup: boolean
  readonly options: readonly { readonly flag: string; readonly about: string }[]
  /** The possible values of each argument; empty for a file or free text. */
  readonly words: readonly (readonly string[])[]
}

const SCRIPTS: Readonly<Record<Shell, (entries: readonly Entry[]) => string>> = { bash, zsh, fish }

export const completionScript = (shell: Shell, program: Command): string => SCRIPTS[shell](program.commands.flatMap((command) => entriesOf(command)))

function entriesOf(command: Command, parent = ''): Entry[] {
  const name = `${parent}${command.name()}`
  const children = command.commands.map((child) => child.name())
  const own: Entry = {
    name,
    about: command.description(),
    isGroup: children.length > 0,
    options: command.options.flatMap(({ long, description }) => (long == null ? [] : [{ flag: long, about: description }])),
    words: children.length > 0 ? [children] : command.registeredArguments.map(wordsOf),
  }
  return [own, ...command.commands.flatMap((child) => entriesOf(child, `${name} `))]
}

const wordsOf = (argument: Argument): readonly string[] => argument.argChoices ?? (argument.name().includes('network') ? NETWORK_IDS : [])

const topNames = (entries: readonly Entry[]): string => entries.flatMap(({ name }) => (name.includes(' ') ? [] : [name])).join(' ')
const flagsOf = ({ options }: Entry): string => options.map(({ flag }) => flag).join(' ')

/** Commands that have commands, as a shell pattern. */
const groups = (entries: readonly Entry[]): string => entries.flatMap(({ name, isGroup }) => (isGroup ? [quoted(name)] : [])).join('|')

/** A `case` with what each command offers: its options, and the values of each argument. */
const cases = (entries: readonly Entry[]): string =>
  entries
    .map((entry) => `    '${entry.name}') flags='${flagsOf(entry)}' args=(${entry.words.map((words) => `'${words.join(' ')}'`).join(' ')}) ;;`)
    .join('\n')

function bash(entries: readonly Entry[]): string {
  return `# source <(holderscope completion bash)
_holderscope() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"  at=2 flags
  local -a args=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${topNames(entries)}' -- "$cur"))
    return
  fi
  while [ "$COMP_CWORD" -gt "$at" ]; do
    case "$command" in
      ${groups(entries)}) command="$command \${COMP_WORDS[at]}" at=$((at + 1)) ;;
      *) break ;;
    esac
  done
  case "$command" in
${cases(entries)}
  esac
  if [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  else COMPREPLY=($(compgen -W "\${args[COMP_CWORD-at]}" -- "$cur")); fi
}
complete -o default -F _holderscope holderscope`
}

function zsh(entries: readonly Entry[]): string {
  const described = entries.flatMap(({ name, about }) => (name.includes(' ') ? [] : [`    ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`]))
  return `#compdef holderscope
# source <(holderscope completion zsh)
_holderscope() {
  local command="$words[2]" at=3 flags
  local -a args=() commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  while (( CURRENT > at )); do
    case "$command" in
      ${groups(entries)}) command="$command $words[at]" at=$((at + 1)) ;;
      *) break ;;
    esac
  done
  case "$command" in
${cases(entries)}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- \${(s: :)flags}
  elif [[ -n "$args[CURRENT-at+1]" ]]; then compadd -- \${(s: :)args[CURRENT-at+1]}
  else _files; fi
}
compdef _holderscope holderscope`
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ name, about, options, words }) => {
    const depth = name.split(' ').length
    const used = `string match -q ${quoted(name)} -- (string join ' ' (commandline -opc)[2..${depth + 1}])`
    return [
      ...(depth === 1 ? [`complete -c holderscope -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`] : []),
      ...words.flatMap((each, at) => {
        const position = `test (count (commandline -opc)) -eq ${at + depth + 1}`
        return each.length === 0 ? [] : [`complete -c holderscope -n ${quoted(`${used}; and ${position}`)} -f -a ${quoted(each.join(' '))}`]
      }),
      ...options.map(({ flag, about: what }) => `complete -c holderscope -n ${quoted(used)} -l ${flag.slice(2)} -d ${quoted(what)}`),
    ]
  })
  return ['# holderscope completion fish | source', ...lines].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
