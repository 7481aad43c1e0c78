import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { GrantedRole } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../../adapter.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { addressInTopic } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'
import { rawLogs } from '../../transaction/raw.ts'

/** `RoleGranted` and `RoleRevoked`, each (bytes32,address,address): https://github.com/OpenZeppelin/openzeppelin-contracts/blob/master/contracts/access/IAccessControl.sol. */
const GRANTED = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'
const REVOKED = '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b'
/** Names of roles by their hashes, as OpenZeppelin's presets call them. */
const NAMES: Readonly<Record<string, string>> = {
  [`0x${'0'.repeat(64)}`]: 'role admin',
  '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6': 'minter',
  '0x65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a': 'pauser',
}

/** One call covers the token's whole life. Returns null if the endpoint does not answer a log query of this range. */
export async function readGrantedRoles(
  node: Node,
  token: Address,
  since: number,
  at: BlockRef,
  signal: AbortSignal,
): Promise<readonly GrantedRole[] | null> {
  const query = { address: token, topics: [[GRANTED, REVOKED]], fromBlock: toHexNumber(since), toBlock: toHexNumber(at.number) }
  const logs = await answeredOrNull(request(node.rpc, rawLogs, 'eth_getLogs', [query], signal), signal)
  if (logs === null) return null
  const roles = new Map<string, GrantedRole>()
  for (const { topics, transactionHash: tx } of logs) {
    const [kind, hash, account] = topics
    if (hash === undefined || account === undefined) continue
    const member = addressInTopic(account)
    if (kind === GRANTED) roles.set(hash + member, { role: NAMES[hash] ?? `role ${hash.slice(0, 10)}`, member, tx })
    else roles.delete(hash + member)
  }
  return [...roles.values()].filter(({ member }) => BigInt(member) !== 0n)
}
