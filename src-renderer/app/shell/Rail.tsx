import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { isActive, jobsQuery } from '../../api/service-queries.ts'
import { alertsQuery } from '../../api/watch-queries.ts'
import { summaryQuery, type TokenRef } from '../../api/token-queries.ts'
import { withView } from '../../stores/url-state.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTokenNames } from '../token/token-names.ts'
import markUrl from '../mark.svg?no-inline'
import { useOpenToken, useTokenUrl } from '../token-url.ts'
import { PAGE_ROWS, VIEW_ROWS } from './view-rows.ts'

export function Rail() {
  const token = useOpenToken()
  return (
    <nav className="rail" aria-label="Main">
      <Link to="/" className="rail-brand">
        <img src={markUrl} width="18" height="18" alt="" />
        Holderscope
      </Link>
      <Link
        to="/"
        className="rail-item"
        title="Start"
        activeOptions={{ exact: true }}
        activeProps={{ className: 'rail-item-on', 'aria-current': 'page' }}
      >
        <Icon name="start" /> Start
      </Link>
      {token === null ? null : <TokenViews token={token} />}
      <div className="rail-gap" />
      {PAGE_ROWS.map((page) => (
        <Link key={page.to} to={page.to} className="rail-item" title={page.name} activeProps={{ className: 'rail-item-on', 'aria-current': 'page' }}>
          <Icon name={page.icon} /> {page.name}
          {page.to === '/jobs' ? <RunningJobs /> : null}
          {page.to === '/watch' ? <UnreadAlerts /> : null}
        </Link>
      ))}
    </nav>
  )
}

function TokenViews({ token }: { token: TokenRef }) {
  const { view, search } = useTokenUrl()
  const { data } = useQuery({ ...summaryQuery(useClient(), token), enabled: false })
  const summary = data?.value
  const nameOf = useTokenNames(token.network)
  return (
    <div className="rail-token">
      <div className="rail-token-name row" title={summary?.name ?? token.address}>
        <Avatar address={token.address} size={18} />
        <div className="rail-token-text">
          <strong className="truncate">{summary?.symbol ?? nameOf(token.address).name}</strong>
          <span className="truncate quiet">{NETWORKS[token.network].name}</span>
        </div>
      </div>
      {VIEW_ROWS.map((row) => {
        // The comparison has no entry of its own: it is opened from Snapshots.
        const isOpen = row.id === (view === 'compare' ? 'snapshots' : view)
        return (
          <Link
            key={row.id}
            to="/t/$network/$address"
            params={token}
            search={withView(search, row.id)}
            className={cx('rail-item', isOpen && 'rail-item-on')}
            title={row.name}
            aria-current={isOpen ? 'page' : undefined}
          >
            <Icon name={row.icon} /> {row.name}
          </Link>
        )
      })}
    </div>
  )
}

function UnreadAlerts() {
  const { data } = useQuery(alertsQuery(useClient()))
  const unread = data?.value.unread ?? 0
  return unread === 0 ? null : (
    <span className="rail-count num" title={`${unread} unread`}>
      {unread > 99 ? '99+' : unread}
    </span>
  )
}

function RunningJobs() {
  const { data } = useQuery(jobsQuery(useClient()))
  const running = data?.value.jobs.filter(isActive).length ?? 0
  return running === 0 ? null : (
    <span className="rail-count num" title={`${running} running`}>
      {running}
    </span>
  )
}
