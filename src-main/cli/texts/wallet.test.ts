import { expect, it } from 'vitest'
import type { WalletRecord } from '../../../src-shared/contract/records/evidence.ts'
import { walletLines } from './wallet.ts'

const of = (name: string, holds: boolean | null, sentence: string, evidence: string[] = []) => ({ name, holds, sentence, evidence })

it('a wallet that is fresh for a day and for a month says so once', () => {
  const first = 'Ann had its first ETH 2 hours before it first bought.'
  const classes = [
    of('fresh_day', true, first, ['tx-1']),
    of('fresh_month', true, first, ['tx-1']),
    of('never_bought', false, 'It bought the token.'),
    of('tax_recipient', null, 'Unknown: a reason.'),
    of('coin_dust', null, 'Unknown: a reason.'),
  ]
  const wallet = { address: 'ann', label: null, tags: ['wallet'], percentage: 1, balance: 10, cluster: 0, classes } as unknown as WalletRecord
  expect(walletLines(wallet)).toEqual([
    'ann',
    'Holds 10, 1.00 % of supply. In cluster 1.',
    `- ${first} Transaction tx-1.`,
    '? tax recipient, coin dust: Unknown: a reason.',
  ])
})
