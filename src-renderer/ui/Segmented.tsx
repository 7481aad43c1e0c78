import { useId } from 'react'

interface Props<Id extends string> {
  label: string
  value: Id
  /** `unavailable`: why the option cannot be chosen. */
  options: readonly { id: Id; label: string; explain?: string; unavailable?: string | null }[]
  onChange: (id: Id) => void
}

/** Radio buttons drawn as one segmented control. */
export function Segmented<Id extends string>({ label, value, options, onChange }: Props<Id>) {
  const name = useId()
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.id} className="segment" title={option.unavailable ?? option.explain}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.id === value}
            disabled={typeof option.unavailable === 'string'}
            onChange={() => onChange(option.id)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
