"""Who comes in where all choose a password of their own: teachers, and whom a teacher has admitted."""

from nativeauthenticator import NativeAuthenticator
from nativeauthenticator.handlers import SignUpHandler
from nativeauthenticator.orm import UserInfo


class AdmittedByTeachers(NativeAuthenticator):
    """Knows the names in the file of the class and no other, and admits nobody but teachers by itself."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.attempts_from = {}
        self.forget_who_has_left()

    def forget_who_has_left(self):
        """A name that comes back into the file signs up and is admitted like any other."""
        for one in UserInfo.all_users(self.db):
            if not self.validate_username(one.username):
                self.db.delete(one)
        self.db.commit()

    def get_authed_users(self):
        """The names that need not be admitted (any more)."""
        return {one.username for one in UserInfo.all_users(self.db) if one.is_authorized} | self.admin_users

    async def authenticate(self, handler, data):
        """Count wrong passwords by name and place: who guesses locks out nobody elsewhere."""
        self.login_attempts = self.attempts_from.setdefault(handler.request.remote_ip, {})
        return await super().authenticate(handler, data)

    def get_handlers(self, app):
        """The pages of the hub, with a page to sign up on that says when a name is not of the class."""
        pages = super().get_handlers(app)
        return [(at, SignUpOfAClass if page is SignUpHandler else page) for at, page in pages]


class SignUpOfAClass(SignUpHandler):
    """Signs up, or says what was wrong."""

    def get_result_message(self, user, *how):
        name = self.get_body_argument("username", strip=False)
        if not self.authenticator.validate_username(self.authenticator.normalize_username(name)):
            return "alert-danger", (
                "Nobody has that name in this class. Ask your teacher how yours is written in the class file."
            )
        return super().get_result_message(user, *how)
