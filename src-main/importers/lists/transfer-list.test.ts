import { describe, expect, it } from 'vitest'
import { parseListTime } from '../../../src-shared/domain/lists/transfer-row.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { TransfersPlan } from '../plans.ts'
import { NO_LIST_OPTIONS, parseColumnsOption, type ListOptions } from './list-options.ts'
import { readList } from './read-list.ts'

const TOKEN = '0x6982508145454ce325ddbe47a25d4ec3d2311933'
const wallet = (n: number): string => `0x${String(n).repeat(40)}`
const hash = (n: number): string => `0x${String(n).repeat(64)}`

const read = (text: string, more: Partial<ListOptions> = {}, network: NetworkId | null = 'eth') =>
  readList(text, network, { ...NO_LIST_OPTIONS, token: TOKEN, ...more }) as TransfersPlan

describe('a list of transfers', () => {
  const row = { from: wallet(1), to: wallet(2), amount: '1500.5', decimals: null, time: 1_700_000_000, tx: hash(3), block: 18_900_000 }

  it.each([
    [
      'of Etherscan, for a token',
      `"Transaction Hash","Blockno","UnixTimestamp","DateTime (UTC)","From","To","Quantity","Method"\n"${hash(3)}","18900000","1700000000","2023-11-14 22:13:20","${wallet(1)}","${wallet(2)}","1,500.5","Transfer"\n`,
      row,
    ],
    [
      'of BscScan, for an address',
      `Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol\n${hash(3)},18900000,1700000000,2023-11-14 22:13:20,${wallet(1)},${wallet(2)},1500.5,$1.00,${TOKEN},Pepe,PEPE\n`,
      row,
    ],
    ['with the least columns', `from,to,amount,time,tx\n${wallet(1)},${wallet(2)},1500.5,2023-11-14 22:13:20,${hash(3)}\n`, { ...row, block: null }],
  ])('%s is read without a mapping', (_name, text, first) => {
    expect(read(text)).toMatchObject({ kind: 'transfer_list', network: 'eth', token: TOKEN, transfers: [first], skipped: 0, notes: [] })
  })

  it('of Solscan has raw amounts with decimals, and names its token', () => {
    const [sender, receiver, token] = [
      'ELqmSfVxTSkoGEdiH2TAbZUwMJYaxpdeJPaitFJqEyTA',
      '5TRZYZXU8WnxG3R56Cz2j2DeE2CtWfzD2fYRvAUnSs8D',
      'HLxdqSmiKamc4quBoMTxNVecTpJvzPRvrKg2HUJGEQcY',
    ]
    const tx = '5ebSsJigph9JTWV7BaiHd2yzN9zmZBMETPcRyD48RoG6W5FiYLWH7Zq32rc3k6L6g9e2bq1hgr5v1nGqaFJe87hY'
    const line = (of: string): string => `${tx},1757375827,2025-09-08T23:57:07.000Z,TRANSFER,${sender},${receiver},37915622276,out,0.25,6,${of}\n`
    const text = `Signature,Block Time,Human Time,Action,From,To,Amount,Flow,Value,Decimals,Token Address\n${line(token)}${line(sender)}`
    const plan = read(text, { token: null }, null)
    expect(plan).toMatchObject({ network: 'sol', token, skipped: 1, notes: [`1 row was refused. Row 3: "${sender}" is another token.`] })
    expect(plan.transfers).toEqual([{ from: sender, to: receiver, amount: '37915622276', decimals: 6, time: 1_757_375_827, tx, block: null }])
  })

  it('takes the columns that are named', () => {
    const columns = parseColumnsOption('from=a,to=b,amount=c,time=d,tx=e')
    expect(read(`a,b,c,d,e\n${wallet(1)},${wallet(2)},7,1700000000,${hash(3)}\n`, { columns }).transfers).toMatchObject([{ amount: '7' }])
    expect(() => read('a,b\n1,2\n', { columns })).toThrow('no column "c"')
    expect(() => parseColumnsOption('from=a,balance=b')).toThrow('from, to, amount, time, tx, block, decimals, token for transfers')
  })

  it('names each refused row with its reason, and imports the others', () => {
    const lines = [
      ['x', wallet(2), '1', '1700000000', hash(1)],
      [wallet(1), wallet(2), '1,5', '1700000000', hash(1)],
      [wallet(1), wallet(2), '0', '1700000000', hash(1)],
      [wallet(1), wallet(2), '1', '4/14/2023 4:46', hash(1)],
      [wallet(1), wallet(2), '1', '1700000000', 'abc'],
      [wallet(1), wallet(2), '1', '1700000000', hash(1)],
    ]
    const plan = read(`from,to,amount,time,tx\n${lines.map((line) => line.map((field) => `"${field}"`).join(',')).join('\n')}`)
    expect(plan).toMatchObject({ skipped: 5, transfers: [{ tx: hash(1) }] })
    expect(plan.notes[0]).toMatch(
      /Row 2: From: .*Row 3: The amount "1,5".*Row 4: It moves nothing.*Row 5: The time "4\/14.*Row 6: "abc" is not a transaction id/,
    )
  })

  it('of raw amounts refuses decimals, amounts and blocks that are not whole numbers', () => {
    const rows = [
      [wallet(2), '7', '36', '5'],
      ['0x2', '7', '18', '5'],
      [wallet(2), '7', '37', '5'],
      [wallet(2), '7', '1.5', '5'],
      [wallet(2), '7.5', '18', '5'],
      [wallet(2), '7', '18', '-5'],
    ]
    const lines = rows.map(([to = '', amount = '', decimals = '', block = '']) =>
      [wallet(1), to, amount, decimals, '1700000000', hash(1), block].join(','),
    )
    const plan = read(`from,to,amount,decimals,time,tx,block\n${lines.join('\n')}`)
    expect(plan.transfers.map(({ amount, decimals, block }) => [amount, decimals, block])).toEqual([['7', 36, 5]])
    expect(plan.notes).toEqual([
      '5 rows were refused. Row 3: To: An address on this network is 0x and 40 hex digits. Row 4: The decimals "37" are not a whole number. ' +
        'Row 5: The decimals "1.5" are not a whole number. Row 6: The amount "7.5" is not a whole number of raw units. ' +
        'Row 7: The block "-5" is not a whole number.',
    ])
  })

  it.each([
    ['without a column', 'from,to,amount\n1,2,3\n', {}, 'No column of time, tx was found'],
    ['without a valid row', 'from,to,amount,time,tx\n1,2,3,4,5\n', {}, 'Expected a CSV file with a header and one transfer per line'],
    ['without a token', `from,to,amount,time,tx\n${wallet(1)},${wallet(2)},1,1700000000,${hash(1)}\n`, { token: null }, 'does not name its token'],
  ])('%s is refused', (_name, text, more, message) => {
    expect(() => read(text, more)).toThrow(message)
  })
})

it.each([
  ['1700000000', 1_700_000_000],
  ['1700000000123', 1_700_000_000],
  ['2023-11-14 22:13:20', 1_700_000_000],
  ['2023-11-14T22:13:20.000Z', 1_700_000_000],
  ['2023-11-14 23:13:20+01:00', 1_700_000_000],
  ['2023/11/14 22:13', 1_699_999_980],
  ['11/14/2023 22:13', null],
  ['2023-02-30 00:00', null],
  ['', null],
])('the time %j is %j', (text, time) => {
  expect(parseListTime(text)).toBe(time)
})
