import type { BlockRef } from '../../../adapter.ts'
import { readFlag, unknownFlag, type Flag, type FlagId } from '../../../security/facts.ts'
import { holderOf, type Owners } from './owners.ts'
import type { Powers } from '../powers/powers.ts'
import type { Regained } from '../powers/regain.ts'
import type { Scan } from '../scan.ts'
import type { ProxyFacts } from './proxy.ts'
import type { Upgrader } from './upgraders.ts'

/** Flags about the owners of a token and its code, and whether ownership was renounced for good. */
export async function ownerFlags(
  scan: Scan,
  args: {
    proxy: ProxyFacts
    owners: Owners
    powers: Powers
    hidden: Flag
    regained: Regained | null | undefined
    upgrader: Upgrader
  },
): Promise<Partial<Record<FlagId, Flag>>> {
  const { owners, hidden } = args
  const { at } = scan
  const holder = owners.owner === null ? null : await holderOf(scan, owners.owner)
  const takeBack = takeBackFlag(args.regained, owners, at)
  const proxy = await proxyFlag(scan, args)
  const roleLeft = Object.values(args.powers.flags).some(({ value, holder: who }) => value === true && who !== null && who.address !== owners.owner)
  return {
    take_back_ownership: takeBack,
    renounced: renouncedFlag(owners, holder, { hidden, takeBack, proxy, roleLeft, doubt: args.powers.doubt }, at),
    proxy,
  }
}

function takeBackFlag(regained: Regained | null | undefined, { read }: Owners, at: BlockRef): Flag {
  if (regained === undefined) return unknownFlag('The endpoint does not support eth_simulateV1.')
  if (regained !== null)
    return readFlag(true, `In simulation ${regained.name} called by ${regained.by} took ownership back.`, at.number, {
      evidence: [regained.name, regained.by],
    })
  if (read !== 'all') return unknownFlag('Former owners are unknown, so whether one of them can take ownership back was not tested.')
  return readFlag(false, 'No function of the code gave ownership back in simulation.', at.number)
}

function renouncedFlag(
  { owner, hasOwner }: Owners,
  holder: Flag['holder'],
  left: { hidden: Flag; takeBack: Flag; proxy: Flag; roleLeft: boolean; doubt: string | null },
  at: BlockRef,
): Flag {
  if (owner !== null) return readFlag(false, `The owner is ${owner}.`, at.number, { holder, evidence: [owner] })
  const { roleLeft, doubt, ...flags } = left
  const powers = Object.values(flags)
  if (roleLeft || powers.some(({ value }) => value === true))
    return readFlag(false, 'The token reports no owner, but an address still holds a power.', at.number)
  const unknown = powers.find(({ value }) => value === null)
  if (unknown !== undefined) return unknownFlag(`The token reports no owner, but an address may still hold a power. ${unknown.how}`)
  if (doubt !== null) return unknownFlag(`The token reports no owner, but an address may still hold a power. ${doubt}`)
  return readFlag(true, hasOwner ? 'The owner is the zero or a dead address.' : 'The code does not report an owner.', at.number)
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
  other: 'a proxy that keeps its logic in a place of its own',
}

/** True if an address can replace the code. For other proxies the flag is false, and the sentence names their kind; null if nothing shows who can. */
async function proxyFlag(
  scan: Scan,
  { proxy, owners, upgrader }: { readonly proxy: ProxyFacts; readonly owners: Owners; readonly upgrader: Upgrader },
): Promise<Flag> {
  const { kind, upgradeable, implementation } = proxy
  const what = `The token is ${PROXY_NAMES[kind]}`
  const evidence = implementation === null ? [] : [implementation]
  if (upgrader === 'anybody') return readFlag(true, `${what}; anybody can replace its code.`, scan.at.number, { evidence: [...evidence, 'anybody'] })
  // Without a test, the owner of the token is taken for the one who may.
  const admin = upgradeable === true ? (proxy.admin ?? (upgrader === undefined ? owners.owner : upgrader)) : null
  if (admin !== null) return readFlag(true, `${what}; its code can be replaced.`, scan.at.number, { evidence, holder: await holderOf(scan, admin) })
  const wasTested = upgrader !== undefined && owners.hasOwner && owners.owner === null && owners.read === 'all'
  if (upgradeable === null || (upgradeable && !wasTested))
    return { ...unknownFlag(`${what}; its code may be replaceable, and no known address replaced it.`), evidence }
  return readFlag(false, `${what}${kind === 'none' || kind === 'minimal' ? '' : '; no known address can replace its code'}.`, scan.at.number, {
    evidence,
  })
}
