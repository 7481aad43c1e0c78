import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DesktopBridge, DesktopSettings } from '../../../src-shared/ipc.ts'
import { Button } from '../../ui/Button.tsx'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { AddressForm } from './AddressForm.tsx'
import { Switch } from './Switch.tsx'
import { Section } from '../../ui/Section.tsx'

const QUERY_KEY = ['desktop-settings']

type Change = (change: Partial<DesktopSettings>) => void

/** Settings that exist only in the desktop window. */
export function DesktopBlock({ bridge }: { bridge: DesktopBridge }) {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: QUERY_KEY, queryFn: () => bridge.desktopSettings() })
  const change = useMutation({
    mutationFn: (next: Partial<DesktopSettings>) => bridge.changeDesktopSettings(next),
    onSuccess: ({ settings, fault }) => {
      queries.setQueryData(QUERY_KEY, settings)
      if (fault !== null) showToast(fault, 'critical')
    },
    onError: showError,
  })
  if (data === undefined) return null
  return (
    <Section id="desktop" title="Desktop">
      <Switch label="Keep running in the tray" isOn={data.tray} onChange={(tray) => change.mutate({ tray })} />
      <p className="block-foot quiet">When on, closing the last window leaves the app in the tray or menu bar, where it keeps following tokens.</p>
      <Switch label="Notifications" isOn={data.notices} onChange={(notices) => change.mutate({ notices })} />
      <p className="block-foot quiet">
        When on, finished reads and following that stopped show a notification while no window of the app is in front.
      </p>
      <Updates feed={data.updateFeed} busy={change.isPending} onChange={change.mutate} />
    </Section>
  )
}

function Updates({ feed, busy, onChange }: { feed: string | null; busy: boolean; onChange: Change }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <div className="setting">
        <span>Updates</span>
        {isEditing ? (
          <AddressForm
            label="Release feed"
            example="https://example.com/holderscope"
            keyLabel={null}
            busy={busy}
            onSet={(updateFeed) => {
              onChange({ updateFeed })
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        ) : feed === null ? (
          <Button text="Set release feed" onClick={() => setEditing(true)} />
        ) : (
          <span>
            <code>{feed}</code> <Button text="Turn off" onClick={() => onChange({ updateFeed: null })} />
          </span>
        )}
      </div>
      <p className="block-foot quiet">
        An installed app checks the feed daily, downloads newer versions and installs them when it quits. The operator of the feed decides what is
        installed. Nothing is checked while no feed is set.
      </p>
    </>
  )
}
