import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

export interface TabItem<Id extends string> {
  id: Id
  label: ReactNode
  content: ReactNode
}

interface Props<Id extends string> {
  label: string
  value: Id
  onChange: (id: Id) => void
  items: readonly TabItem<Id>[]
  /** Controls at the right end of the tab bar. */
  actions?: ReactNode
}

/** Only the open tab is mounted. */
export function Tabs<Id extends string>({ label, value, onChange, items, actions }: Props<Id>) {
  const choose = (next: string): void => {
    const item = items.find(({ id }) => id === next)
    if (item !== undefined) onChange(item.id)
  }
  return (
    <Radix.Root className="tabs" value={value} onValueChange={choose}>
      <div className="tabs-bar">
        <Radix.List className="tabs-list" aria-label={label}>
          {items.map((item) => (
            <Radix.Trigger key={item.id} className="tab" value={item.id}>
              {item.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {actions}
      </div>
      {items.map((item) => (
        <Radix.Content key={item.id} className="tab-content" value={item.id} tabIndex={-1}>
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
