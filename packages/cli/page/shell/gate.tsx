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
      <h1 id="gate-title">{hasToken ? 'The token is no longer valid' : 'This page needs a token'}</h1>
      <p>
        {hasToken ? 'Another server is running now. ' : ''}Copy the address from the server’s terminal, and paste it
        here. The page keeps your input.
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
          {isWrong && 'No token found. Paste the whole address.'}
        </p>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </section>
  );
}
