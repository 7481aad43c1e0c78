import type { Label } from '../../src-shared/domain/labels.ts'

/** The eleven labels as words, and what each means. */
export const LABEL_WORDS: Readonly<Record<Label, { readonly word: string; readonly means: string }>> = {
  wallet: { word: 'Wallet', means: 'A wallet controlled by a private key' },
  smart_contract: { word: 'Contract', means: 'A smart contract' },
  funding_address: { word: 'Funder', means: 'Funded other wallets in its cluster, a strong sign of a single owner' },
  intermediary: { word: 'Pass-through', means: 'Passes funds between wallets' },
  volume_bot: { word: 'Volume bot', means: 'Trades with itself or creates volume without a position' },
  exchange: { word: 'Exchange', means: 'Known address of a centralised exchange' },
  team: { word: 'Team', means: 'Belongs to the team or the deployer' },
  liquidity_pool: { word: 'Pool', means: 'Liquidity pool of a decentralised exchange' },
  vesting: { word: 'Vesting', means: 'Vesting or lock contract' },
  presale: { word: 'Presale', means: 'Presale distribution contract' },
  burn: { word: 'Burn', means: 'Tokens sent here are permanently burned' },
}
