import { execFileSync, spawnSync } from 'node:child_process'
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

/** What bash offers for the last word. */
function completed(...words: string[]): string[] {
  const script = `${completionScript('bash', program)}
COMP_WORDS=(holderscope "$@"); COMP_CWORD=$#; _holderscope; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('a completion script', () => {
  it('offers commands, networks, subcommands and options in bash', () => {
    expect(completed('cl')).toEqual(['clusters'])
    expect(completed('clusters', 's')).toEqual(['sol', 'sui'])
    expect(completed('clusters', '--j')).toEqual(['--json'])
    expect(completed('keys', '')).toEqual(['create'])
    expect(completed('keys', 'create', '--')).toEqual(['--name'])
    expect(completed('case', '')).toEqual(['list', 'add', 'finding'])
    expect(completed('case', 'add', 'w')).toEqual(['wallet'])
    expect(completed('case', 'add', 'wallet', 'b')).toEqual(['base', 'bsc'])
    expect(completed('case', 'add', 'wallet', 'bsc', '')).toEqual([])
    expect(completed('case', 'finding', '')).toEqual(['add'])
    expect(completed('case', 'finding', 'add', 'text', 's')).toEqual(['scan'])
  })

  it.skipIf(!has('fish'))('offers the same in fish', () => {
    const ask = (line: string): string =>
      execFileSync('fish', ['--no-config', '-c', `${completionScript('fish', program)}\ncomplete -C '${line}'`], { encoding: 'utf8' })
    expect(ask('holderscope cl')).toMatch(/^clusters\t/)
    expect(ask('holderscope clusters s').split('\n').filter(Boolean)).toEqual(['sol', 'sui'])
    expect(ask('holderscope keys create --')).toContain('--name')
    expect(ask('holderscope case ').split('\n').filter(Boolean)).toEqual(expect.arrayContaining(['add', 'list']))
    expect(ask('holderscope case add w').split('\n').filter(Boolean)).toEqual(['wallet'])
    expect(ask('holderscope case add wallet b').split('\n').filter(Boolean)).toEqual(['base', 'bsc'])
    expect(ask('holderscope case finding add text ').split('\n').filter(Boolean)).toEqual(['edge', 'scan'])
  })

  it.skipIf(!has('zsh'))('offers the same in zsh', () => {
    // The functions of zsh that take what is offered print it here.
    const ask = (...words: string[]): string[] => {
      const script = `autoload -Uz compinit; compinit -u -D
${completionScript('zsh', program)}
compadd() { shift; print -rl -- \${(M)@:#$PREFIX*} }
_describe() { local name; for name in \${(P)2}; do compadd -- \${name%%:*}; done }
words=(holderscope "$@"); CURRENT=$#words; PREFIX="$words[CURRENT]"; _holderscope`
      const { status, stdout, stderr } = spawnSync('zsh', ['-f', '-c', script, 'zsh', ...words], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      return stdout.split('\n').filter(Boolean)
    }
    expect(ask('cl')).toEqual(['clusters'])
    expect(ask('clusters', 's')).toEqual(['sol', 'sui'])
    expect(ask('keys', 'create', '--')).toEqual(['--name'])
    expect(ask('case', 'add', 'w')).toEqual(['wallet'])
    expect(ask('case', 'add', 'wallet', 'b')).toEqual(['base', 'bsc'])
    expect(ask('case', 'finding', 'add', 'text', 's')).toEqual(['scan'])
  })
})
