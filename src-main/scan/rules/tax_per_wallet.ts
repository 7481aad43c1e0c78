import { flagRule } from '../rule-kinds.ts'

export const taxPerWallet = flagRule({
  id: 'tax_per_wallet',
  flag: 'tax_per_wallet',
  clears: 'The right to set fees of single wallets is given up.',
})
