import { describe, expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { holdersCsv } from '../../../src-shared/domain/holders-csv.ts'
import { MAX_NODES } from '../limits.ts'
import { deriveHoldings } from '../maps/derive-holdings.ts'
import type { HoldersPlan } from '../plans.ts'
import { NO_LIST_OPTIONS, type ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'

const TOKEN = '0x6982508145454ce325ddbe47a25d4ec3d2311933'
const wallet = (n: number): string => `0x${String(n).repeat(40)}`
const TOKEN_SOL = 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82'
const SOL_WALLET = '3gd3dqgtJ4jWfBfLYTX67DALFetjc5iS72sCgRhCkW2u'

const read = (text: string, more: Partial<ListOptions> = {}, network: NetworkId | null = 'eth') =>
  readList(text, network, { ...NO_LIST_OPTIONS, token: TOKEN, ...more }) as HoldersPlan
function refusal(text: string, more: Partial<ListOptions> = {}, network: NetworkId | null = 'eth'): string {
  try {
    read(text, more, network)
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('a list of holders', () => {
  const rows = [
    { address: wallet(1), amount: '1500000.5', percentage: 15 },
    { address: wallet(2), amount: '250', percentage: 0.0025 },
  ]

  it.each([
    ['of Etherscan', `"HolderAddress","Quantity","Percentage"\n"${wallet(1)}","1,500,000.5","15.00%"\n"${wallet(2)}","250","0.0025%"\n`],
    ['with semicolons', `Wallet;Balance;Share %\n${wallet(1)};1500000.5;15\n${wallet(2)};250;0.0025\n`],
    ['with tabs and a byte order mark', `\uFEFFholder\tamount\tpercent\r\n${wallet(1)}\t1500000.5\t15\r\n${wallet(2)}\t250\t0.0025\r\n`],
  ])('%s is read without a mapping', (_name, text) => {
    expect(read(text)).toMatchObject({ kind: 'holder_list', network: 'eth', token: TOKEN, amounts: 'units', holders: rows, skipped: 0 })
  })

  it('of this app comes back with the same balances', () => {
    const holder = { rank: 1, address: wallet(1), label: 'Pool, old', tags: [], cluster: 0, balance: 123456789012345.67, percentage: 12.345 }
    const { info, holdings } = deriveHoldings(read(holdersCsv([{ ...holder, balance_raw: '123456789012345678901' }], 6), { decimals: 6 }), null, 1)
    expect(holdings).toEqual([{ address: wallet(1), raw: 123456789012345678901n, verified: false }])
    expect(info.decimals).toBe(6)
  })

  it('as plain lines of addresses and balances needs the supply', () => {
    const plan = read(`${SOL_WALLET} 600\n${TOKEN_SOL} 400.25\n`, { token: TOKEN_SOL, supply: '2000' }, null)
    expect(plan).toMatchObject({ network: 'sol', holders: [{ amount: '600' }, { amount: '400.25' }] })
    expect(deriveHoldings(plan, null, 1).info).toMatchObject({ decimals: 2, totalSupply: 200_000n })
    expect(() => deriveHoldings({ ...plan, supply: null }, null, 1)).toThrow('Give the total supply')
    expect(() => deriveHoldings({ ...plan, supply: '500' }, null, 1)).toThrow('less than the largest balance')
    expect(deriveHoldings({ ...plan, supply: null }, { decimals: 2, totalSupply: 300_000n }, 1).info.totalSupply).toBe(300_000n)
  })

  it('adds the balances of an address with several rows, and says so', () => {
    const plan = read(`address,balance\n${wallet(1)},5\n${wallet(2)},1\n${wallet(1)},2\n`, { supply: '10' })
    expect(plan.notes).toEqual(['Only the 2 holders in the file are known.', '1 row repeats an address; the balances of an address are added.'])
    expect(deriveHoldings(plan, null, 1).holdings.map(({ raw }) => raw)).toEqual([7n, 1n])
  })

  it('takes the columns that are named', () => {
    const text = `a,b,c\nx,${wallet(1)},7\n`
    expect(read(text, { columns: { address: 'b', balance: 'c' } }).holders).toEqual([{ address: wallet(1), amount: '7', percentage: null }])
    expect(refusal(text, { columns: { address: 'b', balance: 'd' } })).toContain('no column "d"; it has a, b, c')
  })

  it('names each refused row with its reason, and imports the others', () => {
    const plan = read(`address,balance,percent\n${wallet(1)},5,50\nnonsense,5,1\n${wallet(2)},"1,5",1\n${wallet(3)},1,120\n`)
    expect(plan).toMatchObject({ skipped: 3, holders: [{ address: wallet(1) }] })
    expect(plan.notes[1]).toMatch(
      /^3 rows were refused\. Row 3: .*Row 4: The balance "1,5" is not a number\. Row 5: The share "120" is not a number from 0 to 100\./,
    )
  })

  it.each([
    ['without a balance', 'address\n' + wallet(1), {}, 'No column of balance was found'],
    ['without a valid row', 'address,balance\nx,1', {}, 'Expected a CSV file'],
    ['without rows', 'address,balance\n', {}, 'The file has no rows.'],
    ['with a quote that is not closed', `address,balance\n${wallet(1)},"1\n${wallet(2)},2`, {}, 'Row 2 has a quote that is not closed'],
    ['with a row of two million bytes', `address,balance\n${wallet(1)},${'1'.repeat(2e6)}`, {}, 'Row 2 has a quote that is not closed, or more than'],
    ['with too many rows', 'address,balance\n' + 'x,1\n'.repeat(MAX_NODES + 1), {}, 'The file lists more than 100,000 holders.'],
    ['without a token', `address,balance\n${wallet(1)},1`, { token: null }, 'does not name its token'],
  ])('%s is refused', (_name, text, more, message) => {
    expect(refusal(text, more)).toContain(message)
  })

  it('whose addresses fit several networks needs one', () => {
    expect(refusal(`address,balance\n${wallet(1)},1`, {}, null)).toContain('fit several networks (eth, base, bsc)')
  })
})
