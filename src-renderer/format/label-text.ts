import type { Label } from '../../src-shared/domain/labels.ts'

/** Display names and descriptions of the labels. */
export const LABEL_TEXT: Readonly<Record<Label, { readonly label: string; readonly description: string }>> = {
  wallet: { label: 'Wallet', description: 'A wallet controlled by a private key' },
  smart_contract: { label: 'Contract', description: 'A smart contract' },
  funding_address: { label: 'Funder', description: 'Funded other wallets in its cluster, a strong sign of a single owner' },
  intermediary: { label: 'Pass-through', description: 'Passes funds between wallets' },
  volume_bot: { label: 'Volume bot', description: 'Trades with itself or creates volume without a position' },
  exchange: { label: 'Exchange', description: 'Known address of a centralised exchange' },
  team: { label: 'Team', description: 'Belongs to the team or the deployer' },
  liquidity_pool: { label: 'Pool', description: 'Liquidity pool of a decentralised exchange' },
  vesting: { label: 'Vesting', description: 'Vesting or lock contract' },
  presale: { label: 'Presale', description: 'Presale distribution contract' },
  burn: { label: 'Burn', description: 'Tokens sent here are permanently burned' },
}
