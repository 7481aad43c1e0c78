import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { readFlag, unknownFlag, type Flag, type FlagId } from '../../../security/facts.ts'
import { holderOf, type Owners } from './owners.ts'
import type { Powers } from '../powers/powers.ts'
import type { Scan } from '../scan.ts'
import type { ProxyFacts } from './proxy.ts'

/** Flags about the owners of a token and its code, and whether ownership was renounced for good. */
export async function ownerFlags(
  scan: Scan,
  args: {
    proxy: ProxyFacts
    owners: Owners
    powers: Powers
    hidden: Flag
    regained: { name: string; by: Address } | null | undefined
    /** An address for which the logic of the proxy replaces the code; null if none is known. */
    upgrader: Address | null
  },
): Promise<Partial<Record<FlagId, Flag>>> {
  const { proxy, owners, hidden, regained } = args
  const { at } = scan
  const holder = owners.owner === null ? null : await holderOf(scan, owners.owner)
  const admin = proxy.admin ?? (proxy.upgradeable ? (owners.owner ?? args.upgrader) : null)
  const adminHolder = admin === null ? null : await holderOf(scan, admin)
  const takeBack =
    regained === undefined
      ? unknownFlag('The endpoint does not support eth_simulateV1.')
      : regained === null
        ? readFlag(false, 'No function of the code gave ownership back in simulation.', at.number)
        : readFlag(true, `In simulation ${regained.name} called by ${regained.by} took ownership back.`, at.number, {
            evidence: [regained.name, regained.by],
          })
  const roleLeft = Object.values(args.powers.flags).some(({ value, holder: who }) => value === true && who !== null && who.address !== owners.owner)
  return {
    take_back_ownership: takeBack,
    renounced: renouncedFlag(owners, holder, { hidden, takeBack, roleLeft }, at),
    proxy: proxyFlag(proxy, adminHolder, owners, at),
  }
}

function renouncedFlag(
  { owner, hasOwner }: Owners,
  holder: Flag['holder'],
  left: { hidden: Flag; takeBack: Flag; roleLeft: boolean },
  at: BlockRef,
): Flag {
  if (owner !== null) return readFlag(false, `The owner is ${owner}.`, at.number, { holder, evidence: [owner] })
  if (left.hidden.value === true || left.takeBack.value === true || left.roleLeft)
    return readFlag(false, 'The token reports no owner, but an address still holds a power.', at.number)
  if (!hasOwner) return readFlag(true, 'The code does not report an owner.', at.number)
  return readFlag(true, 'The owner is the zero or a dead address.', at.number)
}

const PROXY_NAMES: Readonly<Record<ProxyFacts['kind'], string>> = {
  none: 'no proxy',
  minimal: 'a minimal proxy, whose logic cannot change',
  delegated_wallet: 'a wallet that delegates to code (EIP-7702)',
  eip1967: 'an EIP-1967 proxy',
  beacon: 'a beacon proxy',
  eip1822: 'an EIP-1822 proxy',
  zeppelin: 'an old ZeppelinOS proxy',
  diamond: 'a diamond (EIP-2535)',
}

/** True if an address can replace the code. For other proxies the flag is false, and the sentence names their kind; null if nothing shows who can. */
function proxyFlag(proxy: ProxyFacts, adminHolder: Flag['holder'], { hasOwner }: Owners, at: BlockRef): Flag {
  const { kind, upgradeable, implementation } = proxy
  const evidence = implementation === null ? [] : [implementation]
  const live = upgradeable && adminHolder !== null
  if (!live && (upgradeable ? !hasOwner : writesItsSlot(proxy)))
    return { ...unknownFlag(`The token is ${PROXY_NAMES[kind]}; its code may be replaceable, and no known address replaced it.`), evidence }
  const end = kind === 'none' || kind === 'minimal' ? '' : live ? '; its code can be replaced' : '; no known address can replace its code'
  return readFlag(live, `The token is ${PROXY_NAMES[kind]}${end}.`, at.number, { evidence, holder: live ? adminHolder : null })
}

/** A proxy without an admin that only forwards calls writes no storage itself. One that does may have a function of its own that replaces the code. */
const writesItsSlot = ({ kind, admin, code }: ProxyFacts): boolean => (kind === 'eip1967' || kind === 'eip1822') && admin === null && code.writes
