import type { Context } from './context.ts'
import { readFollowedTokens } from './ingest/follow/followed-tokens.ts'
import { formatTokenKey, trustedAddress, type TokenKey } from '../src-shared/domain/address.ts'
import type { FollowRecord } from '../src-shared/contract/records/follow.ts'
import { NETWORKS } from '../src-shared/networks.ts'
import type { Notice } from './shell/notices.ts'
import { alertNotice, followNotice, jobNotice } from './shell/notice-text.ts'
import type { PageLink } from './shell/page-link.ts'
import { casePath, tokenPath } from './shell/targets.ts'

/** The parts of the desktop app outside the page: menus, the tray and notifications. */

const MAX_RECENT = 6

const nameToken = async ({ store }: Context, token: TokenKey): Promise<string> => {
  const stored = await store.read.token(token)
  return stored?.symbol ?? stored?.name ?? token.address
}

const toLink = ({ network, address }: TokenKey, name: string): PageLink => ({
  label: `${name} (${NETWORKS[network].name})`,
  path: tokenPath(network, address),
})

/** The most recently opened tokens and changed cases. */
export async function readRecents({ store }: Context): Promise<PageLink[]> {
  const [tokens, cases] = await Promise.all([store.read.tokens({ q: null, limit: MAX_RECENT }), store.read.cases()])
  return [
    ...tokens.map((token) => toLink(token, token.symbol ?? token.name ?? token.address)),
    ...cases.slice(0, MAX_RECENT).map(({ id, name }) => ({ label: `Case: ${name ?? 'Unnamed case'}`, path: casePath(id) })),
  ]
}

export const readFollowed = async (context: Context): Promise<PageLink[]> =>
  Promise.all((await readFollowedTokens(context.store)).map(async (token) => toLink(token, await nameToken(context, token))))

/** Announces reads that end, alerts of watch rules, and following that ends without the user's action. */
export function watchForNotices(context: Context, announce: (notice: Notice) => void): void {
  const announceSome = (notice: Notice | null): void => {
    if (notice !== null) announce(notice)
  }
  context.bus.subscribe('jobs', (_token, job) => {
    if (job.state !== 'done' && job.state !== 'failed') return
    void nameToken(context, { network: job.network, address: trustedAddress(job.token_address) }).then((name) => announceSome(jobNotice(job, name)))
  })
  context.bus.subscribe('alerts', (_token, alert) => announceSome(alertNotice(alert)))
  const states = new Map<string, FollowRecord>()
  context.bus.subscribe('follow', (subject, now) => {
    const token = { network: subject.network, address: trustedAddress(subject.address) }
    const key = formatTokenKey(token)
    const before = states.get(key) ?? null
    if (now.state === 'off') states.delete(key)
    else states.set(key, now)
    if (before?.kept !== true || now.state !== 'off') return
    void nameToken(context, token).then((name) => announceSome(followNotice(before, now, { ...token, name })))
  })
}
