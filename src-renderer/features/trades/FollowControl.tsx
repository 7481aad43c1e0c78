import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { followQuery, tokenParams, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { showError } from '../../ui/Failure.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'

const STATES: Readonly<Record<FollowRecord['state'], { readonly label: string; readonly tone: Tone }>> = {
  off: { label: 'Not followed', tone: 'unknown' },
  starting: { label: 'Starting', tone: 'notice' },
  live: { label: 'Live', tone: 'ok' },
  reconnecting: { label: 'Reconnecting', tone: 'warning' },
  behind: { label: 'Behind', tone: 'warning' },
}

/** Follow status of the token, updated live. `onReverted` is called with the first block of a rollback by the chain. */
export function useFollow(token: TokenRef, onReverted: (from: number) => void): FollowRecord | null {
  const client = useClient()
  const queries = useQueryClient()
  const query = useQuery(followQuery(client, token))
  useLive({ ...token, stream: 'local.follow' }, ({ data, unknown, coverage }) => {
    const key = followQuery(client, token).queryKey
    const before = queries.getQueryData(key)
    const seen = before?.value.withdrawn?.at
    if (data.withdrawn !== null && before !== undefined && data.withdrawn.at !== seen) onReverted(data.withdrawn.from)
    // A response in flight is older than this event.
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData(key, { value: data, asOf: before?.asOf ?? null, source: 'live', unknown, coverage })
  })
  return query.data?.value ?? null
}

/** Follow status, and a switch to keep following while the page is closed. While the page is open, it follows the token anyway if possible. */
export function FollowControl({ token, follow }: { token: TokenRef; follow: FollowRecord }) {
  const status = useQuery(statusQuery(useClient()))
  const set = useCall(({ client }, on: boolean) => client.call('setFollow', { params: tokenParams(token), body: { on } }), {
    // The stream may already be ahead of this response.
    stale: [(client) => followQuery(client, token)],
    onError: showError,
  })
  const source = status.data?.value.sources.find(({ network }) => network === token.network)
  const isLost = source?.state === 'failing' && follow.state === 'live'
  const { label, tone } = STATES[isLost ? 'reconnecting' : follow.state]
  const unset =
    source?.state === 'unset' ? (
      <Tag
        tone="unknown"
        title={`No endpoint is set for ${NETWORKS[token.network].name}, so new trades cannot be read. Add one in Settings.`}
        text="Not followed: no endpoint"
      />
    ) : null
  if (unset !== null && !follow.following) return unset
  return (
    <>
      {unset ?? <Tag tone={tone} title={isLost ? (source.message ?? '') : followStateText(follow)} text={label} />}
      {follow.following ? (
        <Button
          kind="quiet"
          icon={follow.kept ? 'check' : 'plus'}
          aria-pressed={follow.kept}
          title={follow.kept ? KEPT_TEXT : UNKEPT_TEXT}
          text="Keep following"
          onClick={() => set.mutate(!follow.kept)}
          disabled={set.isPending}
        />
      ) : (
        <Button icon="play" title={UNFOLLOWED_TEXT} text="Follow live" onClick={() => set.mutate(true)} disabled={set.isPending} />
      )}
    </>
  )
}

const KEPT_TEXT = 'Followed even when this page is closed and after a restart. Click to follow only while it is open.'
const UNKEPT_TEXT = 'Followed only while this page is open. Click to keep following when it is closed and after a restart.'
const UNFOLLOWED_TEXT = 'Reads new trades as they happen, even when this page is closed and after a restart.'

function followStateText({ state, last_block, message }: FollowRecord): string {
  const block = last_block === null ? '' : ` Latest stored block: ${formatCount(last_block)}.`
  return `${message ?? (state === 'off' ? 'New trades are read only while the token is followed.' : '')}${block}`.trim()
}

/** Notice while the trades lag behind the chain; null otherwise. */
export function followLagText(follow: FollowRecord): string | null {
  const why = follow.message === null ? '' : ` ${follow.message}`
  if (follow.state === 'behind') {
    const size = follow.behind === null ? 'behind the chain' : `${countOf(follow.behind, 'block')} behind the chain`
    return `Trades are ${size} and catching up. None are skipped.${why}`
  }
  if (follow.state === 'reconnecting') return `The chain endpoint is not responding. Retrying; missed trades are filled in automatically.${why}`
  return null
}
