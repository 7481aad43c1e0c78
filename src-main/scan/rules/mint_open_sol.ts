import { flagRule } from '../rule-kinds.ts'

export const mintOpenSol = flagRule({
  id: 'mint_open_sol',
  flag: 'mintable',
  clears: 'The mint authority is given up.',
})
