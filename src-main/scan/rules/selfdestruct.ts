import { flagRule } from '../rule-kinds.ts'

export const selfdestruct = flagRule({
  id: 'selfdestruct',
  flag: 'selfdestruct',
  clears: 'Nothing: the opcode is part of the code.',
})
