import { Button } from '../Button.tsx'

/** What a table says when its filter lets nothing through. */
export function NoMatch({ what, filter, onClear }: { what: string; filter: string; onClear: () => void }) {
  return (
    <>
      No {what} matches “{filter}”.{' '}
      <Button kind="quiet" onClick={onClear}>
        Clear filter
      </Button>
    </>
  )
}
