import * as Radix from '@radix-ui/react-tooltip'
import { useState, type ReactElement, type ReactNode, type SyntheticEvent } from 'react'
import { Kbd } from './Kbd.tsx'

interface Props {
  text: ReactNode
  shortcut?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One focusable element, so that keyboard focus also opens the tooltip. */
  children: ReactElement
}

interface BodyProps extends Pick<Props, 'text' | 'side'> {
  children?: ReactNode
}

function Body({ text, side = 'bottom', children }: BodyProps) {
  return (
    <Radix.Portal>
      <Radix.Content className="tooltip float row small breaks" side={side} sideOffset={6} collisionPadding={8}>
        {text}
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}

/** Tooltip of a control; a press activates the control and closes it. */
export function Tooltip({ text, shortcut, side, children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Body text={text} {...(side === undefined ? {} : { side })}>
        {shortcut === undefined ? null : <Kbd keys={shortcut} />}
      </Body>
    </Radix.Root>
  )
}

/** Tooltip of an element without an action; a press opens it, because touch cannot hover. */
export function InfoTooltip({ text, children }: Pick<Props, 'text' | 'children'>) {
  const [open, setOpen] = useState(false)
  const keepOpen = (event: SyntheticEvent): void => {
    // Otherwise, the press would close it.
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild onPointerDown={keepOpen} onClick={keepOpen}>
        {children}
      </Radix.Trigger>
      <Body text={text} />
    </Radix.Root>
  )
}

const OPEN_DELAY_MS = 350

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}
