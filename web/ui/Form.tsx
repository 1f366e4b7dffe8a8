import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown }

/** A form that does not leave its page: Enter and its button call `onSubmit`. */
export const Form = ({ onSubmit, ...others }: Props) => (
  <form
    {...others}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  />
)
