import type { Command } from 'commander'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'

/** Completion scripts, made from the commands themselves. */

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Entry {
  /** `read`, or `keys create`. */
  readonly name: string
  readonly about: string
  readonly options: readonly { readonly flag: string; readonly about: string }[]
  /** What its first argument can be; empty where that is a file or free text. */
  readonly first: readonly string[]
}

const SCRIPTS: Readonly<Record<Shell, (entries: readonly Entry[]) => string>> = { bash, zsh, fish }

export const completionScript = (shell: Shell, program: Command): string => SCRIPTS[shell](program.commands.flatMap((command) => entriesOf(command)))

function entriesOf(command: Command, parent = ''): Entry[] {
  const name = `${parent}${command.name()}`
  const [first] = command.registeredArguments
  const words = command.commands.length > 0 ? command.commands.map((child) => child.name()) : first?.argChoices
  const own: Entry = {
    name,
    about: command.description(),
    options: command.options.flatMap(({ long, description }) => (long == null ? [] : [{ flag: long, about: description }])),
    first: words ?? (first?.name().includes('network') === true ? NETWORK_IDS : []),
  }
  return [own, ...command.commands.flatMap((child) => entriesOf(child, `${name} `))]
}

const topNames = (entries: readonly Entry[]): string => entries.flatMap(({ name }) => (name.includes(' ') ? [] : [name])).join(' ')
const flagsOf = ({ options }: Entry): string => options.map(({ flag }) => flag).join(' ')

/** A `case` with what each command offers: its options, and the words of its first argument. */
const cases = (entries: readonly Entry[]): string =>
  entries.map((entry) => `    '${entry.name}') flags='${flagsOf(entry)}' first='${entry.first.join(' ')}' ;;`).join('\n')

function bash(entries: readonly Entry[]): string {
  return `# source <(holderscope completion bash)
_holderscope() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" at=2 flags first
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${topNames(entries)}' -- "$cur"))
    return
  fi
  if [ "$command" = keys ] && [ "$COMP_CWORD" -gt 2 ]; then command="keys \${COMP_WORDS[2]}" at=3; fi
  case "$command" in
${cases(entries)}
  esac
  if [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [ "$COMP_CWORD" -eq "$at" ]; then COMPREPLY=($(compgen -W "$first" -- "$cur"))
  else COMPREPLY=(); fi
}
complete -o default -F _holderscope holderscope`
}

function zsh(entries: readonly Entry[]): string {
  const described = entries.flatMap(({ name, about }) => (name.includes(' ') ? [] : [`    ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`]))
  return `#compdef holderscope
# source <(holderscope completion zsh)
_holderscope() {
  local command="$words[2]" at=3 flags first
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  if [[ "$command" == keys ]] && (( CURRENT > 3 )); then command="keys $words[3]" at=4; fi
  case "$command" in
${cases(entries)}
  esac
  if [[ "$PREFIX" == -* ]]; then compadd -- \${(s: :)flags}
  elif (( CURRENT == at )) && [[ -n "$first" ]]; then compadd -- \${(s: :)first}
  else _files; fi
}
compdef _holderscope holderscope`
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ name, about, options, first }) => {
    const [top = '', child] = name.split(' ')
    const used =
      child === undefined ? `__fish_seen_subcommand_from ${top}` : `__fish_seen_subcommand_from ${top}; and __fish_seen_subcommand_from ${child}`
    return [
      ...(child === undefined ? [`complete -c holderscope -n __fish_use_subcommand -f -a ${top} -d ${quoted(about)}`] : []),
      ...(first.length === 0 ? [] : [`complete -c holderscope -n ${quoted(used)} -f -a ${quoted(first.join(' '))}`]),
      ...options.map(({ flag, about: what }) => `complete -c holderscope -n ${quoted(used)} -l ${flag.slice(2)} -d ${quoted(what)}`),
    ]
  })
  return ['# holderscope completion fish | source', ...lines].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
