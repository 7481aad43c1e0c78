import { Button } from '../Button.tsx'

/** Shown when the filter matches no row. */
export function NoMatch({ what, filter, onClear }: { what: string; filter: string; onClear: () => void }) {
  return (
    <>
      No {what} matches “{filter}”. <Button kind="quiet" text="Clear filter" onClick={onClear} />
    </>
  )
}
