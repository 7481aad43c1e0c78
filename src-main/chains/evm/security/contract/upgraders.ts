import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { OUTSIDER } from '../liquidity/market.ts'
import { NEXT } from '../simulation/trade.ts'
import type { Sandbox } from '../simulation/sandbox.ts'
import type { Owners } from './owners.ts'
import type { ProxyFacts } from './proxy.ts'

/** UUPSUpgradeable: https://github.com/OpenZeppelin/openzeppelin-contracts-upgradeable/blob/master/contracts/proxy/utils/UUPSUpgradeable.sol. */
const upgradeAbi = parseAbi(['function upgradeTo(address newImplementation)', 'function upgradeToAndCall(address newImplementation, bytes data)'])

/**
 * The first known address that may replace the code of a proxy whose logic decides who may: members of a role, the creator or former owners. Each asks
 * for the present logic once more, so a call that passes changes nothing. Null if none may, if any account may, or if the proxy is of another kind.
 */
export async function findUpgrader(
  sandbox: Sandbox,
  { token, proxy, owners }: { readonly token: Address; readonly proxy: ProxyFacts; readonly owners: Owners },
): Promise<Address | null> {
  const { implementation, upgradeable, admin } = proxy
  if (implementation === null || !upgradeable || admin !== null || owners.owner !== null) return null
  const known = [...new Set([...owners.candidates, ...owners.former])]
  const to = implementation as Hex
  const calls = [
    encodeFunctionData({ abi: upgradeAbi, functionName: 'upgradeTo', args: [to] }),
    encodeFunctionData({ abi: upgradeAbi, functionName: 'upgradeToAndCall', args: [to, '0x'] }),
  ]
  const callers = [OUTSIDER, ...known]
  const asked = callers.flatMap((from) => calls.map((data) => ({ from, to: token, data })))
  const [results = []] = await sandbox.run([{ ...NEXT, calls: asked }])
  const passes = (caller: number): boolean => results.slice(caller * calls.length, (caller + 1) * calls.length).some(({ ok }) => ok)
  return passes(0) ? null : (known.find((_, i) => passes(i + 1)) ?? null)
}
