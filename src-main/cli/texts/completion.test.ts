import { spawnSync } from 'node:child_process'
import { Argument, Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { completionScript } from './completion.ts'

const program = new Command('holderscope')
program
  .command('clusters')
  .description("print groups: wallets that don't stand alone")
  .argument('<network>')
  .addOption(new Option('--json', 'only JSON'))
const keys = program.command('keys').description('manage keys')
keys.command('create').description('create a key').option('--name <name>', 'what for')
const cases = program.command('case').description('cases')
cases.command('list').description('list cases')
cases
  .command('add')
  .description('add a token or wallet')
  .addArgument(new Argument('<kind>').choices(['token', 'wallet']))
  .argument('<network>')
  .argument('<address>')
cases
  .command('finding')
  .description('findings')
  .command('add')
  .argument('<text>')
  .addArgument(new Argument('<kind>').choices(['edge', 'scan']))

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

const END = '--end of an answer--'

/** What a shell offers for each question. One process answers all of them, since starting it takes far longer than answering. */
function offered(shell: string, options: readonly string[], define: string, questions: readonly string[]): string[][] {
  const script = [define, ...questions.map((question) => `${question}\necho '${END}'`)].join('\n')
  const { status, stdout, stderr } = spawnSync(shell, [...options, '-c', script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
    .split(END)
    .slice(0, -1)
    .map((answer) => answer.split('\n').filter(Boolean))
}

describe('a completion script', () => {
  it('offers commands, networks, subcommands and options in bash', () => {
    const define = `${completionScript('bash', program)}
ask() { COMP_WORDS=(holderscope "$@"); COMP_CWORD=$#; COMPREPLY=(); _holderscope; printf '%s\\n' "\${COMPREPLY[@]}"; }`
    const answers: Record<string, string[]> = {
      'ask cl': ['clusters'],
      'ask clusters s': ['sol', 'sui'],
      'ask clusters --j': ['--json'],
      "ask keys ''": ['create'],
      'ask keys create --': ['--name'],
      "ask case ''": ['list', 'add', 'finding'],
      'ask case add w': ['wallet'],
      'ask case add wallet b': ['base', 'bsc'],
      "ask case add wallet bsc ''": [],
      "ask case finding ''": ['add'],
      'ask case finding add text s': ['scan'],
    }
    expect(offered('bash', [], define, Object.keys(answers))).toEqual(Object.values(answers))
  })

  it.skipIf(!has('fish'))('offers the same in fish', () => {
    const answers: Record<string, unknown> = {
      "complete -C 'holderscope cl'": [expect.stringMatching(/^clusters\t/)],
      "complete -C 'holderscope clusters s'": ['sol', 'sui'],
      "complete -C 'holderscope keys create --'": expect.arrayContaining([expect.stringContaining('--name')]),
      "complete -C 'holderscope case '": expect.arrayContaining(['add', 'list']),
      "complete -C 'holderscope case add w'": ['wallet'],
      "complete -C 'holderscope case add wallet b'": ['base', 'bsc'],
      "complete -C 'holderscope case finding add text '": ['edge', 'scan'],
    }
    expect(offered('fish', ['--no-config'], completionScript('fish', program), Object.keys(answers))).toEqual(Object.values(answers))
  })

  it.skipIf(!has('zsh'))('offers the same in zsh', () => {
    // Replaces the zsh functions that receive the completions, to print them.
    const define = `autoload -Uz compinit; compinit -u -D
${completionScript('zsh', program)}
compadd() { shift; print -rl -- \${(M)@:#$PREFIX*} }
_describe() { local name; for name in \${(P)2}; do compadd -- \${name%%:*}; done }
ask() { words=(holderscope "$@"); CURRENT=$#words; PREFIX="$words[CURRENT]"; _holderscope }`
    const answers: Record<string, string[]> = {
      'ask cl': ['clusters'],
      'ask clusters s': ['sol', 'sui'],
      'ask keys create --': ['--name'],
      'ask case add w': ['wallet'],
      'ask case add wallet b': ['base', 'bsc'],
      'ask case finding add text s': ['scan'],
    }
    expect(offered('zsh', ['-f'], define, Object.keys(answers))).toEqual(Object.values(answers))
  })
})
