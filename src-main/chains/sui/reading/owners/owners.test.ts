import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishCoin } from '../../../../../e2e/fixtures/sui/coins.ts'
import { idOf } from '../../../../../e2e/fixtures/sui/ids.ts'
import { Ledger } from '../../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../../e2e/fixtures/sui/node.ts'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import { createGraphqlClient } from '../../rpc/graphql.ts'
import { createGrpcClient } from '../../rpc/grpc.ts'
import { createDecimals } from '../../rpc/decimals.ts'
import { parseSuiEndpoint } from '../../rpc/endpoint.ts'
import { cacheCheckpoints, type SuiNode } from '../../rpc/node.ts'
import { readObjectOwners, readRoles } from './owners.ts'

const never = (): AbortSignal => new AbortController().signal
const [MAKER, FRIEND] = [trustedAddress(idOf('maker')), trustedAddress(idOf('friend'))]

let ledger: Ledger
let coin: string
let server: SuiTestNode
let node: SuiNode

beforeEach(async () => {
  ledger = new Ledger()
  const names = { module: 'roles', name: 'Roles', symbol: 'ROLES', decimals: 6, supply: 1_000n }
  coin = publishCoin(ledger, { publisher: MAKER, ...names, regulated: true }).coin
  ledger.seal()
  server = await startSuiNode(ledger)
  const { grpc: grpcEndpoints = [], graphql = [] } = Object.groupBy(server.endpoints.map(parseSuiEndpoint), ({ protocol }) => protocol)
  const grpc = createGrpcClient(grpcEndpoints, () => 0)
  node = { grpc, graphql: createGraphqlClient(graphql, () => 0), decimals: createDecimals(grpc), checkpoints: cacheCheckpoints(grpc) }
})
afterEach(async () => {
  node.grpc.close()
  await server.stop()
})

const rolesOf = async (creator = MAKER): Promise<[string, string][]> =>
  ((await readRoles(node, trustedAddress(coin), creator, never())) ?? []).map(({ role, member }) => [role, member])

test('capabilities give a role to the address that owns them, since the transaction that handed them over', async () => {
  const { denyCap, treasury } = ledger.coins.get(coin) ?? {}
  const { digest } = ledger.execute({ sender: MAKER }, (tx) => {
    for (const [id, owner] of [[denyCap, { kind: 'address', address: FRIEND }] as const, [treasury, { kind: 'shared' }] as const]) {
      const object = ledger.object(id ?? '')
      if (object !== null) tx.write({ ...object, owner })
    }
  })
  ledger.seal()
  const roles = await readRoles(node, trustedAddress(coin), MAKER, never())
  expect(roles?.find(({ role }) => role === 'DenyCap')).toEqual({ role: 'DenyCap', member: FRIEND, tx: digest })
  expect(await rolesOf()).toEqual([
    ['DenyCap', FRIEND],
    ['UpgradeCap', MAKER],
  ])
})

test('a launchpad that published the coin of another creator has no role', async () => {
  expect(await rolesOf(FRIEND)).toEqual([])
  expect(await rolesOf()).toHaveLength(3)
})

test('an object belongs to the address that owns it, and a shared one to nobody', async () => {
  const [own, shared] = [trustedAddress(idOf('box')), trustedAddress(idOf('shared box'))]
  ledger.execute({ sender: MAKER }, (tx) => {
    tx.write({ id: own, type: '0x9::box::Box', owner: { kind: 'address', address: MAKER } })
    tx.write({ id: shared, type: '0x9::box::Box', owner: { kind: 'shared' } })
    tx.move(MAKER, own, coin, 100n)
  })
  ledger.seal()
  expect(await readObjectOwners(node, [own, shared, FRIEND], never())).toEqual([{ contract: own, owner: MAKER, deployerNonce: null }])
})
