/** Text of a server, as text, inside its own box. What is long is folded, and the fold has to be opened. */
const foldAt = 2_000;

export function ServerText({ text }: { text: string }) {
  const letters = [...text];
  const end = <span className="seen" data-must-see="message" />;
  if (letters.length <= foldAt)
    return (
      <div className="server-text" dir="auto">
        {text}
        {end}
      </div>
    );
  return (
    <div className="server-text" dir="auto">
      {letters.slice(0, foldAt).join('')}
      <details data-fold>
        <summary>Show the other {letters.length - foldAt} characters</summary>
        {letters.slice(foldAt).join('')}
        {end}
      </details>
    </div>
  );
}
