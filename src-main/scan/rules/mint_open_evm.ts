import { flagRule } from '../rule-kinds.ts'

export const mintOpenEvm = flagRule({
  id: 'mint_open_evm',
  flag: 'mintable',
  clears: 'The right to mint is given up, or the hard cap is reached.',
})
