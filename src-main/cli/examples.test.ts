import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addDecode } from './commands/decode.ts'
import { EXAMPLES } from './examples.ts'
import { addServiceCommands } from './service-commands.ts'

it('exists for every command', () => {
  const program = new Command('holderscope')
  addServiceCommands(program)
  addDecode(program)
  const names = (parent: Command): string[] =>
    parent.commands.flatMap((command) => {
      const name = parent === program ? command.name() : `${parent.name()} ${command.name()}`
      return command.commands.length === 0 ? [name] : names(command)
    })
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(names(program).toSorted())
})
