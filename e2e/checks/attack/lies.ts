import type { NetworkId } from '../../../src-shared/networks.ts'
import { damageAmounts, doubleSome, dropHalf, type JsonLog, type Lie as LogsLie } from '../../fixtures/anvil/liar.ts'

/** What a lying node makes of a true result. */
export type Lie = (method: string, result: unknown) => unknown

interface ListedAccount {
  readonly account: { readonly data: readonly [string, 'base64'] }
}

/** Offset of the amount: the requested slice of a token account begins with its owner. */
const AMOUNT_AT = 32

const ofLogs =
  (lie: LogsLie): Lie =>
  (method, result) =>
    method === 'eth_getLogs' ? lie(result as readonly JsonLog[]) : result

const ofAccounts =
  (lie: (accounts: readonly ListedAccount[]) => readonly ListedAccount[]): Lie =>
  (method, result) => {
    const list = result as { readonly value: readonly ListedAccount[] }
    return method === 'getProgramAccounts' && Array.isArray(list.value) ? { ...list, value: lie(list.value) } : result
  }

const withDouble = ({ account }: ListedAccount): ListedAccount => {
  const data = Buffer.from(account.data[0], 'base64')
  data.writeBigUInt64LE(data.readBigUInt64LE(AMOUNT_AT) * 2n, AMOUNT_AT)
  return { account: { ...account, data: [data.toString('base64'), 'base64'] } }
}

/** Pages of a GraphQL list of objects. */
const ofObjects =
  (lie: (objects: readonly unknown[]) => readonly unknown[]): Lie =>
  (_, result) =>
    JSON.parse(JSON.stringify(result), (_key, value: unknown) => (isPage(value) ? { ...value, nodes: lie(value.nodes) } : value)) as unknown

const isPage = (value: unknown): value is { readonly nodes: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'pageInfo' in value && 'nodes' in value && Array.isArray(value.nodes)

export const LIES: Readonly<Partial<Record<NetworkId, Readonly<Record<string, Lie>>>>> = {
  eth: { 'half of the logs': ofLogs(dropHalf), 'some logs twice': ofLogs(doubleSome), 'other amounts': ofLogs(damageAmounts) },
  sol: {
    'half of the holders': ofAccounts((accounts) => accounts.filter((_, index) => index % 2 === 0)),
    'twice of every balance': ofAccounts((accounts) => accounts.map((row) => ({ ...row, ...withDouble(row) }))),
    'half of the transactions': (method, result) =>
      method === 'getSignaturesForAddress' ? (result as readonly unknown[]).filter((_, index) => index % 2 === 0) : result,
  },
  sui: {
    'half of the holders': ofObjects((objects) => objects.filter((_, index) => index % 2 === 0)),
  },
}
