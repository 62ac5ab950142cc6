import { useState } from 'preact/hooks';
import { keepToken, tokenIn } from '../server/token.js';

/** The page without a valid token. */
export function Gate({ hasToken }: { readonly hasToken: boolean }) {
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = tokenIn(String(new FormData(form).get('token')));
    setWrong(token === undefined);
    if (token === undefined) return;
    keepToken(token);
    location.reload();
  };
  return (
    <section class="gate" aria-labelledby="gate-title">
      <h1 id="gate-title">{hasToken ? 'This page needs another token' : 'This page needs its token'}</h1>
      <p>
        {hasToken ? 'Another server answers now. ' : ''}Open the address in its terminal, or paste it here. The page
        keeps what you typed.
      </p>
      <form onSubmit={submit}>
        <label for="token">Address or token</label>
        <input
          id="token"
          name="token"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isWrong}
          aria-describedby="token-fault"
        />
        <p id="token-fault" class="fault small" role="alert">
          {isWrong && 'The address must end with #token= and 43 characters.'}
        </p>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </section>
  );
}
