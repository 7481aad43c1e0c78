import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'
import { followQuery, type TokenRef } from '../../api/token-queries.ts'
import { countOf, formatCount } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { sentenceOf } from '../../ui/Failure.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { say } from '../../ui/Toast.tsx'

const STATES: Readonly<Record<FollowRecord['state'], { readonly word: string; readonly tone: Tone }>> = {
  off: { word: 'Not followed', tone: 'unknown' },
  starting: { word: 'Starting', tone: 'notice' },
  live: { word: 'Live', tone: 'ok' },
  reconnecting: { word: 'Reconnecting', tone: 'warning' },
  behind: { word: 'Behind', tone: 'warning' },
}

/** How following the token stands, told as it changes. `onWithdrawn`: blocks from here on were taken back by the chain. */
export function useFollow(token: TokenRef, onWithdrawn: (from: number) => void): FollowRecord | null {
  const client = useClient()
  const queries = useQueryClient()
  const query = useQuery(followQuery(client, token))
  useLive({ ...token, stream: 'local.follow' }, ({ data }) => {
    const key = followQuery(client, token).queryKey
    const before = queries.getQueryData(key)
    const seen = before?.value.withdrawn?.at
    if (data.withdrawn !== null && before !== undefined && data.withdrawn.at !== seen) onWithdrawn(data.withdrawn.from)
    // An answer that is still on its way is older than what the stream tells.
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData(key, { value: data, asOf: before?.asOf ?? null, source: 'live' })
  })
  return query.data?.value ?? null
}

/** How following stands, and whether it goes on when nobody watches. While this page is open the token is followed anyway, where it can be. */
export function FollowControl({ token, follow }: { token: TokenRef; follow: FollowRecord }) {
  const client = useClient()
  const queries = useQueryClient()
  const status = useQuery(statusQuery(client))
  const set = useMutation({
    mutationFn: (on: boolean) => client.call('setFollow', { params: { network: token.network, token_address: token.address }, body: { on } }),
    // The stream may have told more by now than this call's own answer.
    onSuccess: () => queries.invalidateQueries({ queryKey: followQuery(client, token).queryKey }),
    onError: (error) => say(sentenceOf(error), 'critical'),
  })
  const source = status.data?.value.sources.find(({ network }) => network === token.network)
  const { word, tone } = STATES[follow.state]
  if (!follow.following && source?.state === 'unset') {
    return (
      <Tag tone="unknown" title={`No endpoint is set for ${NETWORKS[token.network].name}, so new trades cannot be read. Add one in Settings.`}>
        Not followed: no endpoint
      </Tag>
    )
  }
  return (
    <>
      <Tag tone={tone} title={stateWords(follow)}>
        {word}
      </Tag>
      {follow.following ? (
        <Button
          kind="quiet"
          icon={follow.kept ? 'check' : 'plus'}
          aria-pressed={follow.kept}
          title={follow.kept ? KEPT : UNKEPT}
          onClick={() => set.mutate(!follow.kept)}
          disabled={set.isPending}
        >
          Keep following
        </Button>
      ) : (
        <Button icon="play" title={UNFOLLOWED} onClick={() => set.mutate(true)} disabled={set.isPending}>
          Follow live
        </Button>
      )}
    </>
  )
}

const KEPT = 'Followed even when this page is closed and after a restart. Click to follow only while it is open.'
const UNKEPT = 'Followed only while this page is open. Click to keep following when it is closed and after a restart.'
const UNFOLLOWED = 'Reads new trades as they happen, even when this page is closed and after a restart.'

function stateWords({ state, last_block, message }: FollowRecord): string {
  const block = last_block === null ? '' : ` Latest stored block: ${formatCount(last_block)}.`
  return `${message ?? (state === 'off' ? 'New trades are read only while the token is followed.' : '')}${block}`.trim()
}

/** What to say when the chain is ahead of what is shown; null when it is not. */
export function behindWords(follow: FollowRecord): string | null {
  const why = follow.message === null ? '' : ` ${follow.message}`
  if (follow.state === 'behind') {
    const size = follow.behind === null ? 'behind the chain' : `${countOf(follow.behind, 'block')} behind the chain`
    return `Trades are ${size} and catching up. None are skipped.${why}`
  }
  if (follow.state === 'reconnecting') return `The chain endpoint is not responding. Retrying; missed trades are filled in automatically.${why}`
  return null
}
