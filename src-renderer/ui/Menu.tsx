import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export interface MenuItem {
  id: string
  label: ReactNode
  hint?: ReactNode
  checked?: boolean
  disabled?: boolean
  onSelect: () => void
}

/** A menu under its button. Not modal: the page behind keeps its scroll bars and nothing jumps. */
export function Menu({ trigger, label, items }: { trigger: ReactElement; label: string; items: readonly MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align="start" sideOffset={4} collisionPadding={8} aria-label={label}>
          {items.map((item) => (
            <Radix.Item key={item.id} className="menu-item" disabled={item.disabled === true} onSelect={item.onSelect}>
              <span className="menu-check">{item.checked === true ? <Icon name="check" size={14} /> : null}</span>
              <span className="menu-label">{item.label}</span>
              {item.hint === undefined ? null : <span className="menu-hint">{item.hint}</span>}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
