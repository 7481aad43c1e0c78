import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

interface Props {
  text: ReactNode
  shortcut?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that can take focus, so that the keyboard finds the tooltip too. */
  children: ReactElement
}

export function Tooltip({ text, shortcut, side = 'bottom', children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut === undefined ? null : <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const OPEN_DELAY_MS = 350

export function TooltipRoom({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}
