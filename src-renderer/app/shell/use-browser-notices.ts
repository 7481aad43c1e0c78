import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { alertsQuery } from '../../api/watch-queries.ts'
import { useClient } from '../../api/service.tsx'

/** Shows new alerts as browser notifications, if the user allowed them. The desktop window has system notifications. */
export function useBrowserNotices(): void {
  const { data } = useQuery(alertsQuery(useClient()))
  const shownTo = useRef<number | null>(null)
  useEffect(() => {
    if (data === undefined || window.holderscope !== undefined) return
    const { alerts } = data.value
    const newest = alerts[0]?.number ?? 0
    const before = shownTo.current
    shownTo.current = Math.max(newest, before ?? 0)
    // Alerts that existed when the page opened are not new.
    if (before === null || !('Notification' in window) || Notification.permission !== 'granted') return
    for (const { id, number, notice, reason, rule_name } of alerts) {
      if (number > before && notice) new Notification(rule_name ?? 'Holderscope', { body: reason, tag: id })
    }
  }, [data])
}
