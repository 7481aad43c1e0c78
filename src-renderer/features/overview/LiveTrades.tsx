import { useState } from 'react'
import { useLive } from '../../api/service.tsx'
import type { TokenRef } from '../../api/token-queries.ts'
import { countOf } from '../../format/number.ts'
import { exactTime, formatClock } from '../../format/time.ts'

/** Trades that arrived since the page was opened: "28 trades since 23:04". Empty before the first. */
export function LiveTrades({ token }: { token: TokenRef }) {
  const [since] = useState(() => Math.floor(Date.now() / 1000))
  const [trades, setTrades] = useState(0)
  useLive({ ...token, stream: 'dex_trades' }, () => setTrades((count) => count + 1))
  return trades === 0 ? null : (
    <span title={`New trades since this page was opened at ${exactTime(since)}`}>
      <strong className="num">{countOf(trades, 'trade')}</strong> since <span className="num">{formatClock(since)}</span>
    </span>
  )
}
