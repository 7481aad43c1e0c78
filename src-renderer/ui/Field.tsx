import type { FormHTMLAttributes, InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

interface FieldProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A field with its label above. */
export function Field({ label, className, children }: FieldProps) {
  return (
    <label className={cx('field', className)}>
      <span>{label}</span>
      {children}
    </label>
  )
}

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  onText: (text: string) => void
}

/** A field of one line. */
export function TextInput({ onText, className, ...rest }: TextInputProps) {
  return <input className={cx('input', className)} {...rest} onChange={({ target }) => onText(target.value)} />
}

interface SelectProps<T extends string | number | null> extends Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  'aria-label' | 'className' | 'disabled'
> {
  value: T
  /** An option without a value has null. */
  options: readonly (readonly [value: T, text: string])[]
  onChoose: (value: T) => void
}

/** A drop-down list. */
export function Select<T extends string | number | null>({ value, options, onChoose, ...rest }: SelectProps<T>) {
  return (
    <select
      className="input"
      {...rest}
      value={value ?? ''}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen !== undefined) onChoose(chosen[0])
      }}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each ?? ''}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface CheckboxProps {
  checked: boolean
  disabled?: boolean
  title?: string
  className?: string | undefined
  onCheck: (checked: boolean) => void
  children: ReactNode
}

/** A box to tick, with its label beside it. */
export function Checkbox({ checked, disabled, title, className = 'check', onCheck, children }: CheckboxProps) {
  return (
    <label className={className} title={title}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onCheck(target.checked)} />
      {children}
    </label>
  )
}

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  onSubmit: () => void
  onEscape?: () => void
}

/** A form that the page handles itself. */
export function Form({ onSubmit, onEscape, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={(event) => (event.key === 'Escape' ? onEscape?.() : undefined)}
    />
  )
}

interface FormButtonsProps {
  save: string
  disabled: boolean
  onCancel: () => void
}

/** The buttons of a form that can be left without saving. */
export function FormButtons({ save, disabled, onCancel }: FormButtonsProps) {
  return (
    <>
      <Button kind="primary" type="submit" disabled={disabled} text={save} />
      <Button kind="quiet" text="Cancel" onClick={onCancel} />
    </>
  )
}
