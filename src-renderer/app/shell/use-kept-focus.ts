import { useEffect } from 'react'

/** No fields: a focused field would swallow shortcut keys. */
const STOPS = 'button, a[href], summary'

/**
 * Keeps keyboard focus in place if the focused element is moved, or is replaced, as a form is by its button. Otherwise the browser moves the focus to
 * the page. Dialogs and menus restore it themselves.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const remember = ({ target }: FocusEvent): void => void (last = target instanceof HTMLElement ? target : null)
    // The mouse needs no focus, and a restored focus would open a tooltip.
    const forget = (): void => void (last = null)
    const observer = new MutationObserver((records) => {
      if (last === null || document.activeElement !== document.body) return
      const focused = last
      const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)))
      if (removal === undefined) return
      const added = records.flatMap(({ target, addedNodes }) => (target === removal.target ? [...addedNodes] : []))
      const next = focused.isConnected ? focused : (stopIn(added) ?? stopAfter(removal))
      next?.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', remember)
    addEventListener('pointerup', forget)
    return () => {
      observer.disconnect()
      removeEventListener('focusin', remember)
      removeEventListener('pointerup', forget)
    }
  }, [])
}

const stopsOf = (place: HTMLElement): HTMLElement[] =>
  [place, ...place.querySelectorAll<HTMLElement>('*')].filter((each) => each.matches(STOPS) && each.checkVisibility())

/** The stop in the added nodes. The last one, since a button follows the note that it added. */
const stopIn = (added: readonly Node[]): HTMLElement | undefined =>
  added.flatMap((node) => (node instanceof HTMLElement ? stopsOf(node).slice(0, 1) : [])).at(-1)

/** The first stop after the removed element, or else the last one before it. The content itself while a view loads. */
function stopAfter({ target, previousSibling }: MutationRecord): HTMLElement | undefined {
  for (let place = target instanceof HTMLElement ? target : null; place !== null && place !== document.body; place = place.parentElement) {
    const stops = stopsOf(place)
    const follows = (stop: Node): boolean =>
      previousSibling === null || (previousSibling.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const found = stops.find(follows) ?? stops.at(-1)
    if (found !== undefined) return found
    if (place.id === 'main') return place
  }
  return undefined
}
