import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  open: boolean
  onClose: () => void
  label: string
  className?: string
  children: ReactNode
}

/** Marks the element with initial focus: React's autoFocus runs before the dialog is shown. */
const FIRST_FOCUS = '[data-first-focus]'

/** Marks an element that contains unsaved text. */
const DRAFT = '[data-draft]'

/** The native modal dialog. It traps focus, closes on Escape or on a click beside it unless a draft would be lost, and restores focus. */
export function Dialog({ open, onClose, label, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || !open) return undefined
    const opener = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>(FIRST_FOCUS)?.focus()
    return () => {
      dialog.close()
      // The dialog has been removed from the page, so the browser no longer knows the opener.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [open])

  const hasDraft = (): boolean => element.current?.querySelector(DRAFT) != null
  const closeOnScrim = (event: MouseEvent): void => {
    if (event.target === element.current && !hasDraft()) onClose()
  }
  /** Not in onCancel: browsers close the dialog anyway when Escape is pressed again. */
  const keepDraft = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && hasDraft()) event.preventDefault()
  }

  if (!open) return null
  return (
    <dialog
      ref={element}
      className={cx('dialog float', className)}
      aria-label={label}
      onMouseDown={closeOnScrim}
      onKeyDown={keepDraft}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
